import Datagram
import Testing

@Suite("Datagram sockets")
struct DatagramSocketTests {
    @Test("a bound port 0 becomes a real port, for IPv4 and IPv6")
    func bindsToAFreePort() throws {
        let four = try DatagramSocket(binding: .loopback())
        #expect(four.localAddress.port != 0)
        #expect(four.localAddress.ip == "127.0.0.1")
        let six = try DatagramSocket(binding: #require(SocketAddress(ip: "::1", port: 0)))
        #expect(six.localAddress.port != 0)
        #expect(six.localAddress.description == "[::1]:\(six.localAddress.port)")
    }

    @Test("a batch arrives with its bytes, order and sender", arguments: ["127.0.0.1", "::1"])
    func deliversABatch(ip: String) throws {
        let address = try #require(SocketAddress(ip: ip, port: 0))
        let sender = try DatagramSocket(binding: address)
        let receiver = try DatagramSocket(binding: address)
        var outgoing = DatagramBatch(capacity: 16, datagramSize: 100)
        for value in 0..<16 {
            let packet = [UInt8](repeating: UInt8(value), count: value)
            #expect(outgoing.append(packet.span, to: receiver.localAddress) == true)
        }
        #expect(outgoing.append(to: receiver.localAddress) == nil)
        #expect(sender.send(&outgoing) == .init(taken: 16, blocked: 0, refused: 0))
        #expect(outgoing.count == 0)

        var waiter = try PacketWaiter()
        try waiter.watch(receiver, token: 3)
        var incoming = DatagramBatch(capacity: 10, datagramSize: 100)
        var lengths: [Int] = []
        while lengths.count < 16 {
            let wake = try waiter.wait(until: .now + .seconds(5))
            try #require(wake.isReadable(3), "nothing arrived within 5 s: \(lengths)")
            for index in 0..<(try receiver.receive(into: &incoming)) {
                #expect(incoming.address(at: index) == sender.localAddress)
                let bytes = incoming.bytes(at: index)
                lengths.append(bytes.count)
                for position in bytes.indices { #expect(Int(bytes[position]) == bytes.count) }
            }
        }
        #expect(lengths == Array(0..<16))
        #expect(try receiver.receive(into: &incoming) == 0)
        #expect(incoming.count == 0)
    }

    @Test("a datagram longer than a slot is marked as truncated")
    func marksTruncation() throws {
        let sender = try DatagramSocket(binding: .loopback())
        let receiver = try DatagramSocket(binding: .loopback())
        var outgoing = DatagramBatch(capacity: 2)
        let long = [UInt8](repeating: 7, count: 101)
        let fitting = [UInt8](repeating: 7, count: 100)
        #expect(outgoing.append(long.span, to: receiver.localAddress) == true)
        #expect(outgoing.append(fitting.span, to: receiver.localAddress) == true)
        #expect(sender.send(&outgoing).taken == 2)
        var incoming = DatagramBatch(capacity: 2, datagramSize: 100)
        #expect(try receiver.receive(into: &incoming) == 2)
        #expect(incoming.length(at: 0) == 100)
        #expect(incoming.isTruncated(at: 0) == true)
        #expect(incoming.isTruncated(at: 1) == false)
    }

    @Test("a packet can be rewritten in its slot, longer than it came, and sent on")
    func rewritesInPlace() throws {
        let socket = try DatagramSocket(binding: .loopback())
        var batch = DatagramBatch(capacity: 1, datagramSize: 32)
        #expect(batch.append([1, 2, 3].span, to: socket.localAddress) == true)
        var slot = batch.slot(at: 0)
        #expect(slot.count == 32)
        slot[3] = 4
        batch.setLength(4, at: 0)
        #expect(socket.send(&batch).taken == 1)
        #expect(try socket.receive(into: &batch) == 1)
        #expect((0..<batch.length(at: 0)).map { batch.bytes(at: 0)[$0] } == [1, 2, 3, 4])
    }

    @Test("a refused datagram does not hold up those behind it")
    func passesOverRefusedDatagrams() throws {
        let socket = try DatagramSocket(binding: .loopback())
        var batch = DatagramBatch(capacity: 3, datagramSize: 65_535)
        // An IPv6 receiver on an IPv4 socket, and a datagram beyond what UDP can carry.
        #expect(batch.append([1].span, to: try #require(SocketAddress(ip: "::1", port: 9))) == true)
        let huge = [UInt8](repeating: 0, count: 65_535)
        #expect(batch.append(huge.span, to: socket.localAddress) == true)
        #expect(batch.append([3].span, to: socket.localAddress) == true)
        #expect(socket.send(&batch) == .init(taken: 1, blocked: 0, refused: 2))
        #expect(try socket.receive(into: &batch) == 1)
        #expect(batch.bytes(at: 0)[0] == 3)
    }

    @Test("sending to a closed port does not fail later reads")
    func survivesRefusedPorts() throws {
        let socket = try DatagramSocket(binding: .loopback())
        let closed = try DatagramSocket(binding: .loopback()).localAddress
        var batch = DatagramBatch(capacity: 4)
        for _ in 0..<4 { #expect(batch.append([1].span, to: closed) == true) }
        _ = socket.send(&batch)
        #expect(try socket.receive(into: &batch) == 0)
    }

    @Test("a batch that lost its last datagram sends the others only")
    func removesTheLast() throws {
        let socket = try DatagramSocket(binding: .loopback())
        var batch = DatagramBatch(capacity: 2)
        #expect(batch.append([1].span, to: socket.localAddress) == true)
        #expect(batch.append([2].span, to: socket.localAddress) == true)
        batch.removeLast()
        #expect(socket.send(&batch).taken == 1)
    }

    @Test("a taken port is refused by name")
    func namesATakenPort() throws {
        let socket = try DatagramSocket(binding: .loopback())
        let taken = socket.localAddress
        #expect(throws: DatagramError.addressInUse) { _ = try DatagramSocket(binding: taken) }
    }

    @Test("an address of another host is refused by name")
    func namesAForeignAddress() throws {
        let foreign = try #require(SocketAddress(ip: "192.0.2.1", port: 0))
        #expect(throws: DatagramError.addressNotAvailable) { _ = try DatagramSocket(binding: foreign) }
    }

    @Test("buffer sizes can be asked for and read back")
    func setsBuffers() throws {
        let socket = try DatagramSocket(binding: .loopback(), receiveBuffer: 65_536, sendBuffer: 32_768)
        #expect(socket.bufferSizes.receive >= 65_536)
        #expect(socket.bufferSizes.send >= 32_768)
    }
}
