import Descriptors
import Testing
import Wire
import WireTestSupport

@Suite("Descriptor sets")
struct DescriptorSetTests {
    @Test("the contract's own set says what a second reader of it says: fields, types, options, methods")
    func contract() throws {
        let set = try DescriptorSet(decoding: Proto.fileDescriptorSet)
        let files = set.files.filter { $0.package == "partyline.v1" }
        let secret = try #require(set.optionNumber("secret", extending: "google.protobuf.FieldOptions"))
        for message in files.flatMap(\.messages) {
            let other = try #require(Contract.current.messages[message.fullName])
            #expect(message.fields.map(\.name) == other.fields.map(\.name))
            #expect(message.fields.map { Int($0.number) } == other.fields.map(\.number))
            #expect(message.fields.map(\.isRepeated) == other.fields.map(\.isRepeated))
            #expect(message.fields.map(\.oneof) == other.fields.map(\.oneof))
            #expect(message.fields.map { $0.options.isSet(secret) } == other.fields.map(\.isSecret))
        }
        #expect(files.flatMap(\.messages).count == Contract.current.messages.count)
    }

    @Test("its methods too, with streaming, idempotency and the contract's own options")
    func methods() throws {
        let set = try DescriptorSet(decoding: Proto.fileDescriptorSet)
        let isPublic = try #require(set.optionNumber("public_to_clients", extending: "google.protobuf.MethodOptions"))
        let methods = set.files.flatMap(\.services).flatMap { service in
            service.methods.map { (path: service.fullName + "/" + $0.name, declaration: $0) }
        }
        #expect(methods.map(\.path) == Contract.current.methods.map(\.path))
        for (method, other) in zip(methods, Contract.current.methods) {
            #expect(method.declaration.request == other.request)
            #expect(method.declaration.response == other.response)
            #expect(method.declaration.isServerStreaming == other.isServerStreaming)
            #expect(method.declaration.options.isSet(isPublic) == other.isPublicToClients)
            let level: UInt64 =
                switch method.declaration.idempotency {
                case .unknown: 0
                case .noSideEffects: 1
                case .idempotent: 2
                }
            #expect(level == other.idempotency)
        }
    }

    @Test("a set without comments is the same bytes again")
    func withoutComments() throws {
        #expect(try DescriptorSet.withoutComments(Proto.fileDescriptorSet) == Proto.fileDescriptorSet)
    }

    @Test("types nested 16 deep are read, one more is refused before protobuf-c recurses", arguments: [16, 17, 9_000])
    func nesting(depth: Int) throws {
        var message = field(1, Array("M".utf8))
        for _ in 0..<depth { message = field(1, Array("M".utf8)) + field(3, message) }
        let set = field(1, field(4, message))
        guard depth > DescriptorSet.deepestNesting else {
            #expect(try DescriptorSet(decoding: set).files[0].messages.count == 1)
            return
        }
        #expect(throws: DescriptorError.tooDeep(limit: 16)) { try DescriptorSet(decoding: set) }
    }

    @Test("a megabyte of empty declarations is refused by the memory it would take, not by the system")
    func amplification() {
        let set = field(1, Array(repeating: [0x22, 0x00], count: 500_000).flatMap { $0 })
        #expect(throws: DescriptorError.outOfMemoryBudget(limit: 64 << 20)) { try DescriptorSet(decoding: set) }
    }

    @Test("a set at the size limit is looked at, one byte more is not")
    func size() {
        var set = [UInt8](repeating: 0, count: DescriptorSet.longest)
        #expect(throws: DescriptorError.malformed) { try DescriptorSet(decoding: set) }
        set.append(0)
        #expect(throws: DescriptorError.tooLarge(limit: 4 << 20)) { try DescriptorSet(decoding: set) }
    }

    @Test("a name that could steer a terminal is refused", arguments: ["a\u{1B}[2J", "a b", "é", "a\nb"])
    func names(name: String) {
        let set = field(1, field(4, field(1, Array(name.utf8))))
        #expect(throws: DescriptorError.badName(name)) { try DescriptorSet(decoding: set) }
    }

    @Test("damaged sets are read or refused, and nothing else happens")
    func damaged() {
        for seed in UInt64(1)...300 {
            var damage = DamagedBytes(seed: seed)
            _ = try? DescriptorSet(decoding: damage.damage(Proto.fileDescriptorSet))
        }
    }

    private func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.tag(number, 2)
        writer.lengthPrefixed(content)
        return writer.bytes
    }
}
