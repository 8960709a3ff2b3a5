/// One thing a compound packet says.
public enum RTCPItem: Hashable, Sendable {
    case sender(ssrc: UInt32, SenderInfo)
    /// A receiver report began; its blocks follow.
    case receiver(ssrc: UInt32)
    case reception(from: UInt32, ReceptionReport)
    /// The range holds the name's bytes.
    case cname(ssrc: UInt32, Range<Int>)
    case goodbye(ssrc: UInt32)
}

/// Walks a compound RTCP packet without allocating. The whole compound is checked before the first item is handed out,
/// so a packet that is wrong at its end has no effect at its beginning.
public struct RTCPReader: Sendable {
    private let end: Int
    private var position = 0
    /// Inside the current packet.
    private var bodyEnd = 0
    private var type: UInt8 = 0
    private var remaining = 0
    private var cursor = 0
    private var reporter: UInt32 = 0

    /// Checks version, lengths, the first packet's type and the padding of the last (RFC 3550, A.2).
    public init(_ bytes: Span<UInt8>) throws(RTPError) {
        guard bytes.count >= 8 else { throw .truncated }
        guard bytes[1] == RTCPPacketType.senderReport || bytes[1] == RTCPPacketType.receiverReport else {
            throw .malformedCompound
        }
        var offset = 0
        while offset < bytes.count {
            guard offset + 4 <= bytes.count else { throw .truncated }
            guard bytes[offset] >> 6 == 2 else { throw .wrongVersion }
            let length = 4 * (Int(bytes.uint16(at: offset + 2)) + 1)
            guard offset + length <= bytes.count else { throw .truncated }
            try Self.check(bytes, offset, length, isLast: offset + length == bytes.count)
            offset += length
        }
        end = bytes.count
    }

    private static func check(_ bytes: Span<UInt8>, _ offset: Int, _ length: Int, isLast: Bool) throws(RTPError) {
        var usable = length
        if bytes[offset] & 0x20 != 0 {
            // Padding is legal in the last packet only.
            guard isLast else { throw .malformedCompound }
            let padding = Int(bytes[offset + length - 1])
            guard padding > 0, padding % 4 == 0, padding <= length - 4 else { throw .wrongPadding }
            usable -= padding
        }
        let count = Int(bytes[offset] & 0x1F)
        let needed =
            switch bytes[offset + 1] {
            case RTCPPacketType.senderReport: 28 + 24 * count
            case RTCPPacketType.receiverReport: 8 + 24 * count
            case RTCPPacketType.goodbye: 4 + 4 * count
            default: 4
            }
        guard usable >= needed else { throw .malformedCompound }
    }

    /// The next item, or `nil` at the end. Pass the bytes the reader was made from.
    public mutating func next(in bytes: Span<UInt8>) -> RTCPItem? {
        guard bytes.count == end else { return nil }
        while true {
            if remaining > 0, let item = nextInPacket(bytes) { return item }
            guard position < end else { return nil }
            if let item = enterPacket(bytes) { return item }
        }
    }

    private mutating func enterPacket(_ bytes: Span<UInt8>) -> RTCPItem? {
        let start = position
        let length = 4 * (Int(bytes.uint16(at: start + 2)) + 1)
        position = start + length
        bodyEnd = position
        if bytes[start] & 0x20 != 0 { bodyEnd -= Int(bytes[position - 1]) }
        type = bytes[start + 1]
        remaining = Int(bytes[start] & 0x1F)
        cursor = start + 4
        switch type {
        case RTCPPacketType.senderReport:
            reporter = bytes.uint32(at: start + 4)
            cursor = start + 28
            return .sender(
                ssrc: reporter,
                SenderInfo(
                    ntp: NTPTimestamp(bits: bytes.uint64(at: start + 8)), rtpTimestamp: bytes.uint32(at: start + 16),
                    packetCount: bytes.uint32(at: start + 20), octetCount: bytes.uint32(at: start + 24)))
        case RTCPPacketType.receiverReport:
            reporter = bytes.uint32(at: start + 4)
            cursor = start + 8
            return .receiver(ssrc: reporter)
        case RTCPPacketType.sourceDescription, RTCPPacketType.goodbye:
            return nil
        default:
            remaining = 0
            return nil
        }
    }

    private mutating func nextInPacket(_ bytes: Span<UInt8>) -> RTCPItem? {
        switch type {
        case RTCPPacketType.senderReport, RTCPPacketType.receiverReport:
            remaining -= 1
            defer { cursor += 24 }
            return .reception(from: reporter, Self.reception(bytes, cursor))
        case RTCPPacketType.goodbye:
            remaining -= 1
            defer { cursor += 4 }
            return .goodbye(ssrc: bytes.uint32(at: cursor))
        default:
            return nextName(bytes)
        }
    }

    private static func reception(_ bytes: Span<UInt8>, _ offset: Int) -> ReceptionReport {
        let loss = bytes.uint32(at: offset + 4)
        return ReceptionReport(
            ssrc: bytes.uint32(at: offset), fractionLost: UInt8(truncatingIfNeeded: loss >> 24),
            cumulativeLost: Int32(bitPattern: loss << 8) >> 8, extendedHighestSequence: bytes.uint32(at: offset + 8),
            jitter: bytes.uint32(at: offset + 12), lastSenderReport: bytes.uint32(at: offset + 16),
            delaySinceLastSenderReport: bytes.uint32(at: offset + 20))
    }

    /// One chunk: its CNAME if it has one. A chunk whose items leave the packet ends the packet.
    private mutating func nextName(_ bytes: Span<UInt8>) -> RTCPItem? {
        remaining -= 1
        guard cursor + 4 <= bodyEnd else {
            remaining = 0
            return nil
        }
        let ssrc = bytes.uint32(at: cursor)
        let chunk = cursor
        var name: Range<Int>?
        cursor += 4
        while cursor < bodyEnd, bytes[cursor] != 0 {
            guard cursor + 2 <= bodyEnd, cursor + 2 + Int(bytes[cursor + 1]) <= bodyEnd else {
                remaining = 0
                return nil
            }
            let text = cursor + 2..<cursor + 2 + Int(bytes[cursor + 1])
            if bytes[cursor] == 1 { name = text }
            cursor = text.upperBound
        }
        // Past the terminating zero, to the next word.
        cursor = chunk + (cursor - chunk + 4) & ~3
        guard let name else { return nil }
        return .cname(ssrc: ssrc, name)
    }
}
