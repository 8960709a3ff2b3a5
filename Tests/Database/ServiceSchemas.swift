import Foundation

/// The steps of a service's schema as its source has them: importing the services would build all of them for this.
func schemaSteps(of service: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Services/\(service)/Service").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "swift" {
        let source = try String(contentsOf: file, encoding: .utf8)
        guard let start = source.range(of: "Schema(\n"),
            let end = source[start.upperBound...].range(of: "\n        ])")
                ?? source[start.upperBound...].range(of: "\n    ])")
        else { continue }
        let pieces = source[start.upperBound..<end.lowerBound].components(separatedBy: "\"\"\"")
        return pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
    }
    return []
}
