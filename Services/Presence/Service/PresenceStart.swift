import Foundation
import ServiceKit
import UserSig

extension KeyFile {
    /// Exits 78 with every complaint if the file is not as it must be.
    static func orExit(path: String, log: Log) -> KeyFile {
        do {
            return try KeyFile(path: path)
        } catch {
            FileHandle.standardError.write(Data("presence: configuration: \(error.description)\n".utf8))
            log.error("keys refused", ["path": path])
            exit(78)  // EX_CONFIG of sysexits.h
        }
    }
}
