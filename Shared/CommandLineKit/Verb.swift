/// One verb of a program: `partyline NAME`.
public protocol Verb: SendableMetatype {
    static var name: String { get }
    /// One line for the overview.
    static var summary: String { get }
    /// Usage, options and examples, printed by `partyline NAME --help`.
    static var help: String { get }
    /// The options it takes.
    static var options: [Option] { get }

    static func run(_ arguments: Arguments) async throws -> ExitCode
}

/// What a verb ends with. Each program names its own numbers beyond these.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let success = ExitCode(rawValue: 0)
    public static let failure = ExitCode(rawValue: 1)
}

/// Ends a verb with a sentence that says what to do.
public struct VerbFailure: Error {
    public let message: String
    public let code: ExitCode

    public init(_ message: String, code: ExitCode = .failure) {
        self.message = message
        self.code = code
    }
}
