import Testing
import ZeroMQ

@Suite("Messages that are used again")
struct MessageFillingTests {
    @Test("a message is filled, sent, received and filled again")
    func again() throws {
        let context = try Context()
        let server = try Socket(context, .dealer)
        try server.bind("inproc://filling")
        let client = try Socket(context, .dealer)
        try client.connect("inproc://filling")
        var message = Message()
        var received = Message()
        for count in [0, 1, 33, 200, 100_000] {
            try message.fill(count) { span in
                for index in span.indices { span[index] = UInt8(truncatingIfNeeded: index) }
            }
            #expect(try client.send(message) == .sent)
            #expect(message.count == 0)
            #expect(try server.receive(into: &received))
            #expect(received.copyBytes() == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        }
        try message.fill(copying: [1, 2, 3])
        try message.fill(copying: [])
        #expect(message.count == 0)
        try message.fill(copying: [4, 5])
        #expect(message.copyBytes() == [4, 5])
    }
}
