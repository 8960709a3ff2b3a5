import WireTestSupport
import Testing

@testable import Wire

@Suite("The contract")
struct ContractTests {
    @Test("no message can contain itself, and none nests deeper than the limit")
    func nesting() throws {
        try Proto.checkContract()
    }

    @Test("a message that can contain itself is found")
    func cycle() {
        let contents = ["A": ["B"], "B": ["C", "D"], "C": ["A"], "D": []]
        #expect(throws: WireError.unboundedNesting(message: "A")) {
            try NestingCheck(limit: 16) { contents[$0] ?? [] }.check(["A"])
        }
        #expect(throws: WireError.unboundedNesting(message: "A")) {
            try NestingCheck(limit: 16) { _ in ["A"] }.check(["A"])
        }
    }

    @Test("a chain of messages is bounded at the limit")
    func chain() throws {
        let check = NestingCheck(limit: 16) { (name: Int) in name < 20 ? [name + 1] : [] }
        try check.check([5])
        #expect(throws: WireError.unboundedNesting(message: "4")) { try check.check([4]) }
    }

    @Test("shared parts cost one visit each")
    func diamond() throws {
        // 2^15 paths lead to the bottom; without memory of what was seen this would take long.
        var visits = 0
        try NestingCheck(limit: 16) { (name: Int) -> [Int] in
            visits += 1
            return name < 15 ? [name + 1, name + 1] : []
        }.check([0])
        #expect(visits == 16)
    }

    @Test("every message and method of the descriptor set is generated, with its options")
    func completeness() {
        #expect(Set(Proto.allMessages.map { $0.fullName }) == Set(Contract.current.messages.keys))
        #expect(Proto.allMethods.map(\.path) == Contract.current.methods.map(\.path).sortedByService)
        for method in Contract.current.methods {
            let generated = Proto.allMethods.first { $0.path == method.path }
            #expect(generated?.isServerStreaming == method.isServerStreaming, "\(method.path)")
            #expect(generated?.isIdempotent == (method.idempotency != 0), "\(method.path)")
            #expect(generated?.isPublicToClients == method.isPublicToClients, "\(method.path)")
        }
    }

    @Test("clients may call what the contract opens to them, and nothing of the services' own")
    func publicMethods() {
        #expect(Proto.GatewayMethods.login.isPublicToClients)
        #expect(Proto.SignalingMethods.call.isPublicToClients)
        for method in Proto.MediaMethods.all + [Proto.GatewayMethods.deliver, Proto.PresenceMethods.openSession] {
            #expect(!method.isPublicToClients, "\(method.path)")
        }
    }

    @Test("the hash is that of the descriptor set")
    func hash() {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in Proto.fileDescriptorSet { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        #expect(Proto.schemaHash == hash)
    }
}

extension [String] {
    /// Services by file name, methods in the order of the file: the order of the registry.
    fileprivate var sortedByService: [String] {
        let services = Dictionary(grouping: self) { $0.prefix { $0 != "/" } }
        return services.keys.sorted().flatMap { services[$0] ?? [] }
    }
}
