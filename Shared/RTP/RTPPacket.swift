/// Where the parts of an RTP packet lie. Holds no bytes: pass the same span again to read an extension.
public struct RTPPacket: Hashable, Sendable {
    public let header: RTPHeader
    /// Contributing sources, four bytes each.
    public let csrcs: Range<Int>
    /// What the extension block holds, without its four-byte head; empty if there is none.
    public let extensions: Range<Int>
    /// The 16 bits in front of the extension block that name its form; 0 if there is none.
    public let extensionProfile: UInt16
    /// The media, without padding.
    public let payload: Range<Int>

    /// Parses a packet in the clear. Every length is checked against the bytes that are really there.
    public init(_ bytes: Span<UInt8>) throws(RTPError) {
        try self.init(bytes, isProtected: false)
    }

    /// Parses the header of an SRTP packet, which is in the clear, for a look before decryption. `payload` is then the
    /// encrypted rest, padding and authentication tag included.
    public init(protected bytes: Span<UInt8>) throws(RTPError) {
        try self.init(bytes, isProtected: true)
    }

    private init(_ bytes: Span<UInt8>, isProtected: Bool) throws(RTPError) {
        guard bytes.count >= RTPHeader.byteCount else { throw .truncated }
        guard bytes[0] >> 6 == 2 else { throw .wrongVersion }
        header = RTPHeader(
            payloadType: bytes[1], hasMarker: bytes[1] & 0x80 != 0, sequenceNumber: bytes.uint16(at: 2),
            timestamp: bytes.uint32(at: 4), ssrc: bytes.uint32(at: 8))
        var end = RTPHeader.byteCount + 4 * Int(bytes[0] & 0x0F)
        guard bytes.count >= end else { throw .truncated }
        csrcs = RTPHeader.byteCount..<end
        if bytes[0] & 0x10 != 0 {
            guard bytes.count >= end + 4 else { throw .truncated }
            extensionProfile = bytes.uint16(at: end)
            let start = end + 4
            end = start + 4 * Int(bytes.uint16(at: end + 2))
            guard bytes.count >= end else { throw .truncated }
            extensions = start..<end
        } else {
            extensionProfile = 0
            extensions = end..<end
        }
        var payloadEnd = bytes.count
        if bytes[0] & 0x20 != 0, !isProtected {
            guard payloadEnd > end else { throw .wrongPadding }
            let padding = Int(bytes[payloadEnd - 1])
            guard padding > 0, padding <= payloadEnd - end else { throw .wrongPadding }
            payloadEnd -= padding
        }
        payload = end..<payloadEnd
    }

    /// The data of one header extension element (RFC 8285), in the one-byte or the two-byte form; `nil` if absent.
    /// A length that leaves the block ends the search: what came before it stays readable.
    public func extensionElement(_ id: UInt8, in bytes: Span<UInt8>) -> Range<Int>? {
        guard extensions.upperBound <= bytes.count else { return nil }
        let isOneByte = extensionProfile == 0xBEDE
        guard isOneByte || extensionProfile & 0xFFF0 == 0x1000 else { return nil }
        var position = extensions.lowerBound
        while position < extensions.upperBound {
            let first = bytes[position]
            if first == 0 {  // padding between elements
                position += 1
                continue
            }
            let found: UInt8
            let start: Int
            let length: Int
            if isOneByte {
                found = first >> 4
                if found == 15 { return nil }  // RFC 8285, 4.2: stop at id 15
                start = position + 1
                length = Int(first & 0x0F) + 1
            } else {
                guard position + 1 < extensions.upperBound else { return nil }
                found = first
                start = position + 2
                length = Int(bytes[position + 1])
            }
            guard start + length <= extensions.upperBound else { return nil }
            if found == id, id != 0 { return start..<start + length }
            position = start + length
        }
        return nil
    }

    /// The RFC 6464 level under the negotiated id.
    public func audioLevel(id: UInt8, in bytes: Span<UInt8>) -> AudioLevel? {
        guard let element = extensionElement(id, in: bytes), !element.isEmpty else { return nil }
        return AudioLevel(byte: bytes[element.lowerBound])
    }
}
