import Foundation

/// protoc's own encoder and decoder between text format and bytes.
package enum Protoc {
    package struct Failure: Error { package let message: String }

    package static func encode(_ text: String, as message: String) throws -> [UInt8] {
        try run(["--encode=\(message)", "-I\(protoFolder)"] + protoFiles, input: Array(text.utf8))
    }

    package static func decode(_ bytes: [UInt8], as message: String) throws -> String {
        String(
            decoding: try run(["--decode=\(message)", "-I\(protoFolder)"] + protoFiles, input: bytes), as: UTF8.self)
    }

    /// Decodes with nothing but a descriptor set, as a tool does that has no .proto files.
    package static func decode(_ bytes: [UInt8], as message: String, descriptorSet: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString).set")
        try Data(descriptorSet).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["--decode=\(message)", "--descriptor_set_in=\(file.path)"]
        return String(decoding: try run(arguments, input: bytes), as: UTF8.self)
    }

    private static let protoFolder =
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../proto").standardizedFileURL.path

    private static let protoFiles: [String] = {
        let folder = protoFolder + "/partyline/v1"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".proto") }.sorted().map { folder + "/" + $0 }
    }()

    private static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "protoc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: nothing can block on a full pipe.
        let (source, target, errors) = (
            folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
        )
        try Data(input).write(to: source)
        for url in [target, errors] { try Data().write(to: url) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["protoc"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: target)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
        return [UInt8](try Data(contentsOf: target))
    }
}
