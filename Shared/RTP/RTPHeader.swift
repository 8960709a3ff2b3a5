/// The fields of an RTP header that change from packet to packet (RFC 3550, 5.1).
public struct RTPHeader: Hashable, Sendable {
    /// 0 to 127.
    public var payloadType: UInt8
    /// Begins a talkspurt (RFC 3551).
    public var hasMarker: Bool
    /// Counts packets, modulo 2^16.
    public var sequenceNumber: UInt16
    /// Counts samples of media time, modulo 2^32.
    public var timestamp: UInt32
    /// The stream's source.
    public var ssrc: UInt32

    public init(
        payloadType: UInt8, hasMarker: Bool = false, sequenceNumber: UInt16, timestamp: UInt32, ssrc: UInt32
    ) {
        self.payloadType = payloadType & 0x7F
        self.hasMarker = hasMarker
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.ssrc = ssrc
    }

    /// The fixed part.
    public static let byteCount = 12

    /// The fixed part and a one-byte-form extension that holds an audio level.
    public static let byteCountWithLevel = 20

    /// Writes the header at the start of `destination` and returns its length. No CSRCs, no padding.
    ///
    /// With a level, an RFC 8285 one-byte extension block with that single RFC 6464 element is added;
    /// `levelExtensionID` must be 1 to 14.
    public func write(
        into destination: inout MutableSpan<UInt8>, level: AudioLevel? = nil, levelExtensionID: UInt8 = 1
    ) throws(RTPError) -> Int {
        let length = level == nil ? Self.byteCount : Self.byteCountWithLevel
        guard destination.count >= length else { throw .noRoom }
        destination[0] = 0x80 | (level == nil ? 0 : 0x10)
        destination[1] = payloadType | (hasMarker ? 0x80 : 0)
        destination.put(sequenceNumber, at: 2)
        destination.put(timestamp, at: 4)
        destination.put(ssrc, at: 8)
        if let level {
            precondition((1...14).contains(levelExtensionID), "one-byte extension ids are 1 to 14")
            destination.put(UInt16(0xBEDE), at: 12)
            destination.put(UInt16(1), at: 14)
            destination[16] = levelExtensionID << 4
            destination[17] = level.byte
            destination[18] = 0
            destination[19] = 0
        }
        return length
    }
}
