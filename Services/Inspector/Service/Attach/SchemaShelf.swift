import CommandLineKit
import Descriptors
import Foundation
import Schema
import Wire

/// The schemas of the processes looked at, fetched once per schema hash; or the one of a file.
actor SchemaShelf {
    private let fixed: SchemaPool?
    private let patience: Duration
    private var byHash: [UInt64: SchemaPool] = [:]
    private var descriptions: [String: Description] = [:]
    /// What processes answered, one for each schema hash.
    private(set) var answers: [Proto.DescribeResponse] = []

    /// The schema of `--schema`, if one was given.
    var fixedSchemas: [SchemaPool] { fixed.map { [$0] } ?? [] }

    /// What a process says it can do.
    struct Description: Sendable {
        let schema: SchemaPool
        let schemaHash: UInt64
        /// Full names of the services that it serves.
        let services: [String]
    }

    init(_ arguments: Arguments, patience: Duration) throws {
        fixed = try arguments["schema"].map(SchemaShelf.read)
        self.patience = patience
    }

    /// What that process says of itself; asked once, and read once per schema hash.
    func description(of attachment: Attachment) async throws -> Description {
        if let known = descriptions[attachment.endpoint] { return known }
        let answer = try await Proto.IntrospectClient(attachment.channel)
            .describe(Proto.DescribeRequest(), CallOptions(timeout: patience))
        let schema = try fixed ?? byHash[answer.schemaHash] ?? read(answer, from: attachment)
        if byHash.updateValue(schema, forKey: answer.schemaHash) == nil { answers.append(answer) }
        let description = Description(schema: schema, schemaHash: answer.schemaHash, services: answer.services)
        descriptions[attachment.endpoint] = description
        return description
    }

    /// The description of each process that gave one.
    func descriptions(of attachments: [Attachment]) async -> [(attachment: Attachment, description: Description)] {
        var result: [(Attachment, Description)] = []
        for attachment in attachments {
            do { result.append((attachment, try await description(of: attachment))) } catch {
                Terminal.writeError("zmqinspect: \(attachment.name) does not describe itself: \(error)")
            }
        }
        return result
    }

    /// The process there is another one now.
    func forget(_ endpoint: String) { descriptions[endpoint] = nil }

    private func read(_ answer: Proto.DescribeResponse, from attachment: Attachment) throws -> SchemaPool {
        do { return try SchemaPool(decoding: answer.fileDescriptorSet) } catch {
            throw VerbFailure("\(attachment.name) describes itself in a way that cannot be used: \(error)")
        }
    }

    /// Reads a FileDescriptorSet, as `schema export` or protoc wrote it.
    static func read(_ path: String) throws -> SchemaPool {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw VerbFailure("cannot read \(path)", code: .usage)
        }
        do { return try SchemaPool(decoding: [UInt8](bytes)) } catch {
            throw VerbFailure("\(path): \(error)", code: .usage)
        }
    }
}
