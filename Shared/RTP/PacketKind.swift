/// What shares a media port, told from the first two bytes (RFC 5761, section 4; RFC 7983, section 7).
public enum PacketKind: Hashable, Sendable {
    case rtp
    case rtcp
    case stun
    case dtls
    case unknown

    public init(_ bytes: Span<UInt8>) {
        guard bytes.count >= 2 else {
            self = .unknown
            return
        }
        switch bytes[0] {
        case 0...3: self = .stun
        case 20...63: self = .dtls
        case 128...191:
            // RTCP packet types 192 to 223 are the RTP payload types 64 to 95 with the marker set; those are not used.
            self = (192...223).contains(bytes[1]) ? .rtcp : .rtp
        default: self = .unknown
        }
    }
}
