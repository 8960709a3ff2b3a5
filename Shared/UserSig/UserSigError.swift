/// Why a UserSig was refused. Raw values are the public error numbers.
public enum UserSigError: Int32, Error, Equatable, Sendable, CaseIterable {
    case expired = 70001
    case empty = 70002
    /// The text does not decode: cut off, damaged, or no UserSig at all.
    case truncated = 70003
    /// It decodes, but to something that is no UserSig of this format.
    case checkFailed = 70005
    /// Signed with none of the keys of this app.
    case wrongKey = 70009
    /// Made for another user.
    case wrongUser = 70013
    /// Made for another app.
    case wrongApp = 70014
    /// The app that the client names is not served here.
    case appUnknown = 70020

    /// The public error number.
    public var number: Int32 { rawValue }
}
