import CallModel
public import Datagram
import Opus
public import RTP
import SRTP

/// What a phone needs to know to take part.
public struct TestGrant: Sendable {
    public var server: SocketAddress
    public var sendSSRC: UInt32
    public var receiveSSRC: UInt32
    public var sendKey: [UInt8]
    public var receiveKey: [UInt8]

    public init(server: SocketAddress, sendSSRC: UInt32, receiveSSRC: UInt32, sendKey: [UInt8], receiveKey: [UInt8]) {
        self.server = server
        self.sendSSRC = sendSSRC
        self.receiveSSRC = receiveSSRC
        self.sendKey = sendKey
        self.receiveKey = receiveKey
    }
}

/// A client made of the same parts as the real one, that sends a tone and keeps everything it hears. One thread at a time.
public final class TestPhone {
    /// What it sends: a tone, silence as sound, or no packets at all.
    public enum Voice: Sendable, Equatable {
        case tone(Double)
        case silence
        case nothing

        /// 20 ms of it from sample `position` on; `nil`: no packet.
        public func frame(from position: Int) -> [Int16]? {
            switch self {
            case .nothing: nil
            case .silence: [Int16](repeating: 0, count: 960)
            case .tone(let hertz): Tone.samples(hertz, count: 960, from: position)
            }
        }
    }

    public let grant: TestGrant
    public var voice: Voice
    public private(set) var headers: [RTPHeader] = []
    /// What was heard, placed by RTP timestamp; where no packet came there is silence.
    public private(set) var heard: [Int16] = []
    public private(set) var reports: [RTCPItem] = []
    public private(set) var undecodable = 0
    private var socket: DatagramSocket
    private var sender: SRTPSession
    private var receiver: SRTPSession
    private var encoder: OpusEncoder
    private var decoder: OpusDecoder
    private var inbox = DatagramBatch(capacity: 64)
    private var outbox = DatagramBatch(capacity: 4, datagramSize: 4_000)
    private var sequence: UInt16 = 65_500
    private var timestamp: UInt32 = .max - 40_000
    private var position = 0

    public init(_ grant: TestGrant, voice: Voice) throws {
        self.grant = grant
        self.voice = voice
        socket = try DatagramSocket(binding: .loopback())
        sender = try SRTPSession()
        receiver = try SRTPSession()
        try sender.add(ssrc: grant.sendSSRC, key: grant.sendKey)
        try receiver.add(ssrc: grant.receiveSSRC, key: grant.receiveKey)
        encoder = try OpusEncoder()
        try encoder.setBitRate(bitsPerSecond: 32_000)
        decoder = try OpusDecoder()
    }

    /// From now on it sends from, and listens at, another port.
    public func move() throws { socket = try DatagramSocket(binding: .loopback()) }

    /// Forgets what was heard so far.
    public func forget() {
        heard = []
        headers = []
    }

    /// The last `milliseconds` of what was heard.
    public func tail(milliseconds: Int) -> ArraySlice<Int16> { heard.suffix(milliseconds * 48) }

    /// The next 20 ms of its voice.
    public func talk() throws {
        defer { timestamp &+= 960 }
        guard let packet = try nextPacket() else { return }
        send(packet)
    }

    /// The next protected packet, or `nil` if this voice sends none.
    public func nextPacket() throws -> [UInt8]? {
        guard let frame = voice.frame(from: position) else { return nil }
        position += 960
        var packet = [UInt8](repeating: 0, count: 1_500)
        var bytes = packet.mutableSpan
        let header = RTPHeader(payloadType: 111, sequenceNumber: sequence, timestamp: timestamp, ssrc: grant.sendSSRC)
        sequence &+= 1
        let start = try header.write(into: &bytes)
        var payload = [UInt8](repeating: 0, count: 1_275)
        var output = payload.mutableSpan
        let count = try encoder.encode(frame.span, into: &output)
        for index in 0..<count { bytes[start + index] = output[index] }
        let length = try sender.protectRTP(&bytes, length: start + count)
        return Array(packet.prefix(length))
    }

    /// A protected RTCP report, as proof of life.
    public func report() throws {
        var packet = [UInt8](repeating: 0, count: 1_500)
        var bytes = packet.mutableSpan
        let cname: [UInt8] = [0x61]
        let written = try RTCPReport(ssrc: grant.sendSSRC).write(into: &bytes, cname: cname.span)
        let length = try sender.protectRTCP(&bytes, length: written)
        send(Array(packet.prefix(length)))
    }

    /// Any bytes, to the server.
    public func send(_ bytes: [UInt8]) {
        _ = outbox.append(bytes.span, to: grant.server)
        _ = socket.send(&outbox)
    }

    /// Takes what has arrived.
    public func listen() throws {
        while true {
            let count = try socket.receive(into: &inbox)
            for index in 0..<count { try TestPhone.take(inbox, index, self) }
            if count < 64 { return }
        }
    }

    private static func take(_ inbox: borrowing DatagramBatch, _ index: Int, _ phone: TestPhone) throws {
        let bytes = inbox.bytes(at: index)
        var packet = [UInt8](repeating: 0, count: bytes.count)
        for offset in 0..<bytes.count { packet[offset] = bytes[offset] }
        try phone.take(&packet)
    }

    private func take(_ packet: inout [UInt8]) throws {
        let length = packet.count
        switch PacketKind(packet.span) {
        case .rtp:
            var bytes = packet.mutableSpan
            let clear = try receiver.unprotectRTP(&bytes, length: length)
            try hear(Array(packet.prefix(clear)))
        case .rtcp:
            var bytes = packet.mutableSpan
            let clear = try receiver.unprotectRTCP(&bytes, length: length)
            let compound = Array(packet.prefix(clear))
            var reader = try RTCPReader(compound.span)
            while let item = reader.next(in: compound.span) { reports.append(item) }
        default: undecodable += 1
        }
    }

    private func hear(_ packet: [UInt8]) throws {
        let parsed = try RTPPacket(packet.span)
        headers.append(parsed.header)
        let first = headers[0].timestamp
        let start = Int(Int32(bitPattern: parsed.header.timestamp &- first))
        let payload = Array(packet[parsed.payload])
        var decoded = [Int16](repeating: 0, count: 5_760)
        var output = decoded.mutableSpan
        guard start >= 0, let count = try? decoder.decode(payload.span, into: &output) else { return undecodable += 1 }
        if heard.count < start + count { heard += [Int16](repeating: 0, count: start + count - heard.count) }
        for index in 0..<count { heard[start + index] = decoded[index] }
    }
}
