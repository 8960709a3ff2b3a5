import Foundation

/// This program's own file: the services lie beside it.
enum OwnProgram {
    static var file: URL {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: path)
    }

    static var folder: URL { file.deletingLastPathComponent() }
}
