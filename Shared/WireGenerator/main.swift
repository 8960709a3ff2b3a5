// Emits the Swift face of the contract. Called by scripts/gen-proto.sh; see proto/README.md.
//
//     WireGenerator <file descriptor set> <folder for Swift> <folder for C>
//
// The set must be made with --include_imports --include_source_info. Exit codes: 0 done, 64 usage, 65 the contract uses
// what it must not, 74 a file could not be read or written.
import Descriptors
import Foundation

func fail(_ code: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("WireGenerator: \(message)\n".utf8))
    exit(code)
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else { fail(64, "usage: WireGenerator <descriptor set> <Swift folder> <C folder>") }
do {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: arguments[1])))
    let schema = try DescriptorReader(package: "partyline.v1", set: DescriptorSet(decoding: bytes)).read()
    let registry = RegistryEmitter(schema: schema, descriptorSet: try DescriptorSet.withoutComments(bytes))
    let secrets = SecretMap(schema)
    var outputs = [
        "\(arguments[2])/Registry.swift": registry.emitSwift(),
        "\(arguments[3])/descriptor_set.h": registry.emitHeader(),
        "\(arguments[3])/descriptor_set.c": registry.emitSource(),
    ]
    for file in schema.files where !file.isEmpty {
        outputs["\(arguments[2])/\(file.stem).pb.swift"] = FileEmitter(file: file, secrets: secrets).emit()
    }
    for (path, text) in outputs { try Data(text.utf8).write(to: URL(filePath: path)) }
} catch let error as SchemaError {
    fail(65, error.description)
} catch let error as DescriptorError {
    fail(65, "\(arguments[1]): \(error)")
} catch {
    fail(74, "\(error)")
}
