@testable import Descriptors
import Schema
import Testing
import Wire

@Suite("Schemas")
struct SchemaPoolTests {
    /// A contract that ours is not: a type that contains itself, a map, a nested type, proto3 optional, packed numbers.
    static func foreign(_ change: (inout MessageDeclaration) -> Void = { _ in }) throws -> SchemaPool {
        var node = MessageDeclaration(name: "Node", fullName: "f.Node")
        node.fields = [
            FieldDeclaration(name: "child", jsonName: "child", number: 1, kind: .message("f.Node")),
            FieldDeclaration(
                name: "tags", jsonName: "tags", number: 2, kind: .message("f.Node.TagsEntry"), isRepeated: true),
            FieldDeclaration(name: "sizes", jsonName: "sizes", number: 3, kind: .sint64, isRepeated: true),
            FieldDeclaration(
                name: "weight", jsonName: "weight", number: 4, kind: .double, oneof: 0, isProto3Optional: true),
        ]
        node.oneofs = [OneofDeclaration(name: "_weight")]
        var entry = MessageDeclaration(name: "TagsEntry", fullName: "f.Node.TagsEntry", isMapEntry: true)
        entry.fields = [
            FieldDeclaration(name: "key", jsonName: "key", number: 1, kind: .int32),
            FieldDeclaration(name: "value", jsonName: "value", number: 2, kind: .string),
        ]
        node.nestedMessages = [entry]
        change(&node)
        return try SchemaPool(
            DescriptorSet(files: [FileDeclaration(path: "f.proto", package: "f", syntax: "proto3", messages: [node])]))
    }

    @Test("maps, optional fields and packed negative numbers come back as they were written")
    func roundTrip() throws {
        let pool = try Self.foreign()
        let json = try JSONValue(
            parsing: #"{"child":{"tags":{"-1":"a","2":""}},"sizes":["-9223372036854775808","3"],"weight":0.0}"#)
        let bytes = try pool.bytes(json, of: "f.Node")
        #expect(try pool.json(bytes, of: "f.Node", .exact) == json)
        // The last of two entries with one key counts, and a missing half has its default.
        let twice: [UInt8] = [0x12, 5, 8, 1, 0x12, 1, 0x61, 0x12, 2, 8, 1]
        #expect(try pool.json(twice, of: "f.Node").text == #"{"tags":{"1":""}}"#)
    }

    @Test("a type that contains itself is read 32 deep, and refused one deeper", arguments: [31, 32, 5_000])
    func recursion(depth: Int) throws {
        let pool = try Self.foreign()
        var bytes: [UInt8] = []
        for _ in 0..<depth { bytes = [0x0a] + varint(bytes.count) + bytes }
        if depth < PayloadLimits.depth {
            _ = try pool.json(bytes, of: "f.Node")
        } else {
            #expect(throws: SchemaError.self) { try pool.json(bytes, of: "f.Node") }
        }
    }

    @Test("200,000 values are read, one more is refused", arguments: [200_000, 200_001])
    func values(count: Int) throws {
        // One value is the packed field itself.
        let packed = [UInt8](repeating: 2, count: count - 1)
        let bytes = [0x1a] + varint(packed.count) + packed
        if count <= PayloadLimits.values {
            #expect(try Self.foreign().json(bytes, of: "f.Node")["sizes"]?.arrayValue?.count == count - 1)
        } else {
            #expect(throws: SchemaError.tooLarge(path: "sizes")) { try Self.foreign().json(bytes, of: "f.Node") }
        }
    }

    @Test("a reference to a type that is not there and a number used twice are refused")
    func refuses() {
        #expect(throws: SchemaError.missingType("f.Gone")) {
            try Self.foreign { $0.fields[0].kind = .message("f.Gone") }
        }
        #expect(throws: SchemaError.declaredTwice("f.Node = 2")) { try Self.foreign { $0.fields[0].number = 2 } }
    }

    @Test("a message is written as its .proto file writes it")
    func text() throws {
        let pool = try Self.foreign()
        #expect(
            pool.text(try #require(pool.message("f.Node"))) == """
                message f.Node {
                  Node child = 1;
                  map<int32, string> tags = 2;
                  repeated sint64 sizes = 3;
                  optional double weight = 4;
                }
                """)
        let contract = try SchemaPool(decoding: Proto.fileDescriptorSet)
        let method = try #require(contract.method("partyline.v1.Introspect/Echo"))
        #expect(
            contract.text(method)
                == "rpc Echo(EchoMessage) returns (EchoMessage) { option idempotency_level = NO_SIDE_EFFECTS; }")
        let login = try #require(contract.message("partyline.v1.LoginRequest"))
        #expect(contract.text(login).contains("string user_sig = 3 [(secret) = true];"))
    }

    @Test("an example of every type is accepted by that type, and one that contains itself has an end")
    func examples() throws {
        let pool = try SchemaPool(decoding: Proto.fileDescriptorSet)
        for name in pool.messageNames where !name.hasPrefix("google.") {
            _ = try pool.bytes(pool.example(of: name), of: name)
        }
        #expect(try Self.foreign().example(of: "f.Node").text.hasPrefix(#"{"child":{},"tags":"#))
    }

    @Test("what changed between two contracts is told with what it breaks")
    func differences() throws {
        let changed = try Self.foreign { node in
            node.fields[0].name = "kid"
            node.fields[2].kind = .int64
            node.fields[3].number = 5
        }
        let found = try Self.foreign().differences(to: changed)
        #expect(
            found.map { "\($0.effect) \($0.subject) \($0.change)" } == [
                "breaking f.Node.kid field 1 was child: other JSON",
                "breaking f.Node.sizes field 3 sint64 -> int64",
                "compatible f.Node.weight field 4 removed",
                "compatible f.Node.weight field 5 added",
            ])
        #expect(try Self.foreign().differences(to: Self.foreign()).isEmpty)
    }

    private func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
    }
}
