public import Foundation

/// A folder that goes away with its owner.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public var path: String { url.path }

    public init() throws {
        // Short: the path of an ipc socket has 107 bytes.
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "partyline-" + UUID().uuidString.prefix(13).lowercased())
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of something in it.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
