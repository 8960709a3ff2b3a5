public import CallModel

/// What a sender says about its own stream (RFC 3550, 6.4.1).
public struct SenderInfo: Hashable, Sendable {
    /// When the report was made.
    public var ntp: NTPTimestamp
    /// The same moment in the stream's samples.
    public var rtpTimestamp: UInt32
    /// Sent since the stream began, modulo 2^32.
    public var packetCount: UInt32
    /// Payload bytes sent since the stream began, modulo 2^32.
    public var octetCount: UInt32

    public init(ntp: NTPTimestamp, rtpTimestamp: UInt32, packetCount: UInt32, octetCount: UInt32) {
        self.ntp = ntp
        self.rtpTimestamp = rtpTimestamp
        self.packetCount = packetCount
        self.octetCount = octetCount
    }
}

/// What a receiver says about a stream it receives (RFC 3550, 6.4.1).
public struct ReceptionReport: Hashable, Sendable {
    /// The stream reported on.
    public var ssrc: UInt32
    /// Share of packets lost since the last report, in 1/256.
    public var fractionLost: UInt8
    /// Lost since the beginning; negative with duplicates. 24 bits on the wire.
    public var cumulativeLost: Int32
    /// Cycles in the upper half, the sequence number in the lower.
    public var extendedHighestSequence: UInt32
    /// In timestamp units.
    public var jitter: UInt32
    /// Middle 32 bits of the last sender report's NTP time; 0 if none came yet.
    public var lastSenderReport: UInt32
    /// In 1/65536 second.
    public var delaySinceLastSenderReport: UInt32

    public init(
        ssrc: UInt32, fractionLost: UInt8, cumulativeLost: Int32, extendedHighestSequence: UInt32, jitter: UInt32,
        lastSenderReport: UInt32, delaySinceLastSenderReport: UInt32
    ) {
        self.ssrc = ssrc
        self.fractionLost = fractionLost
        self.cumulativeLost = cumulativeLost
        self.extendedHighestSequence = extendedHighestSequence
        self.jitter = jitter
        self.lastSenderReport = lastSenderReport
        self.delaySinceLastSenderReport = delaySinceLastSenderReport
    }

    /// Time to the reporter and back, from our own sender report that it answers. `nil` before it has seen one, and
    /// when the arithmetic says less than nothing (a hostile or confused peer).
    public func roundTrip(at now: MonotonicInstant) -> Duration? {
        guard lastSenderReport != 0 else { return nil }
        let units = NTPTimestamp(now).middle &- lastSenderReport &- delaySinceLastSenderReport
        guard units < 1 << 31 else { return nil }
        return Duration(ntpUnits: units)
    }
}

/// A compound packet as we send it: SR or RR with at most one reception block, SDES with the CNAME, BYE on leave.
public struct RTCPReport: Hashable, Sendable {
    public var ssrc: UInt32
    /// Present if we sent media since the last report.
    public var sender: SenderInfo?
    public var reception: ReceptionReport?
    public var isGoodbye: Bool

    public init(
        ssrc: UInt32, sender: SenderInfo? = nil, reception: ReceptionReport? = nil, isGoodbye: Bool = false
    ) {
        self.ssrc = ssrc
        self.sender = sender
        self.reception = reception
        self.isGoodbye = isGoodbye
    }

    /// Enough for any report with a CNAME of up to 255 bytes.
    public static let maximumByteCount = 28 + 24 + 268 + 8

    /// Writes the compound and returns its length. A CNAME longer than 255 bytes is cut.
    public func write(into destination: inout MutableSpan<UInt8>, cname: Span<UInt8>) throws(RTPError) -> Int {
        let nameLength = min(cname.count, 255)
        // Chunk: SSRC, type, length, name, and at least one zero byte up to the next word.
        let chunkLength = (4 + 2 + nameLength + 1 + 3) & ~3
        let reportLength = (sender == nil ? 8 : 28) + (reception == nil ? 0 : 24)
        let total = reportLength + 4 + chunkLength + (isGoodbye ? 8 : 0)
        guard destination.count >= total else { throw .noRoom }
        writeReport(into: &destination, length: reportLength)
        let sdes = reportLength
        writeHead(
            into: &destination, at: sdes, count: 1, type: RTCPPacketType.sourceDescription, length: 4 + chunkLength)
        destination.put(ssrc, at: sdes + 4)
        destination[sdes + 8] = 1  // CNAME
        destination[sdes + 9] = UInt8(nameLength)
        for index in 0..<nameLength { destination[sdes + 10 + index] = cname[index] }
        for index in sdes + 10 + nameLength..<sdes + 4 + chunkLength { destination[index] = 0 }
        if isGoodbye {
            let bye = sdes + 4 + chunkLength
            writeHead(into: &destination, at: bye, count: 1, type: RTCPPacketType.goodbye, length: 8)
            destination.put(ssrc, at: bye + 4)
        }
        return total
    }

    private func writeReport(into destination: inout MutableSpan<UInt8>, length: Int) {
        let type = sender == nil ? RTCPPacketType.receiverReport : RTCPPacketType.senderReport
        writeHead(into: &destination, at: 0, count: reception == nil ? 0 : 1, type: type, length: length)
        destination.put(ssrc, at: 4)
        var position = 8
        if let sender {
            destination.put(sender.ntp.bits, at: 8)
            destination.put(sender.rtpTimestamp, at: 16)
            destination.put(sender.packetCount, at: 20)
            destination.put(sender.octetCount, at: 24)
            position = 28
        }
        if let reception {
            let lost = UInt32(bitPattern: min(max(reception.cumulativeLost, -0x80_0000), 0x7F_FFFF)) & 0xFF_FFFF
            destination.put(reception.ssrc, at: position)
            destination.put(UInt32(reception.fractionLost) << 24 | lost, at: position + 4)
            destination.put(reception.extendedHighestSequence, at: position + 8)
            destination.put(reception.jitter, at: position + 12)
            destination.put(reception.lastSenderReport, at: position + 16)
            destination.put(reception.delaySinceLastSenderReport, at: position + 20)
        }
    }

    private func writeHead(
        into destination: inout MutableSpan<UInt8>, at offset: Int, count: UInt8, type: UInt8, length: Int
    ) {
        destination[offset] = 0x80 | count
        destination[offset + 1] = type
        destination.put(UInt16(length / 4 - 1), at: offset + 2)
    }
}

enum RTCPPacketType {
    static let senderReport: UInt8 = 200
    static let receiverReport: UInt8 = 201
    static let sourceDescription: UInt8 = 202
    static let goodbye: UInt8 = 203
}
