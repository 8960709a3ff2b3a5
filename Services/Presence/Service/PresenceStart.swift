import Foundation
import ServiceKit
import UserSig

extension SigningKeys {
    /// Exits 78 with every complaint if the file is not as it must be.
    static func orExit(path: String, log: Log) -> SigningKeys {
        do {
            return SigningKeys(try KeyFile(path: path), path: path, log: log)
        } catch {
            FileHandle.standardError.write(Data("presence: configuration: \(error.description)\n".utf8))
            log.error("keys refused", ["path": path])
            exit(78)  // EX_CONFIG of sysexits.h
        }
    }
}
