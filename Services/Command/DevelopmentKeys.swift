import BusKeys
import CommandLineKit
import Crypto
import Foundation
import UserSig

/// What a stack on one host needs before it can start.
enum DevelopmentKeys {
    /// Makes keys and certificate if they are not there; gives a line for each thing made.
    static func createIfMissing(_ layout: StackLayout, sdkAppID: Int = KeyFile.defaultAppID) throws -> [String] {
        var made: [String] = []
        if !FileManager.default.fileExists(atPath: layout.keysFile.path) {
            try KeyFile.fresh(sdkAppID: UInt32(sdkAppID)).write(to: layout.keysFile)
            made.append("made \(layout.keysFile.path): the secret key that signs UserSigs")
        }
        if !FileManager.default.fileExists(atPath: layout.certificate.path) {
            try DevelopmentCertificate()
                .write(certificatePath: layout.certificate.path, keyPath: layout.privateKey.path)
            made.append("made \(layout.certificate.path): self-signed, for development")
        }
        if layout.isBusEncrypted {
            do {
                if try !KeyFolder(layout.busKeys).create(CallerList.standardRoles, at: Date()).isEmpty {
                    made.append("made \(layout.busKeys.path): the keys of the bus")
                }
            } catch let problems as KeyFolderProblems {
                throw VerbFailure(problems.description, code: .configuration)
            }
        }
        return made
    }
}
