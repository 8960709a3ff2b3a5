internal import CallModel
internal import Datagram
internal import SRTP
internal import Wire

/// A grant that can be used: where a room is, and what it takes to talk to it.
struct MediaRoute: Equatable, Sendable {
    var callID: String
    var era: UInt32
    var address: SocketAddress
    var sendSSRC: UInt32
    var receiveSSRC: UInt32
    var sendKey: [UInt8]
    var receiveKey: [UInt8]
    var payloadType: UInt8
    /// 20, 40 or 60.
    var packetMilliseconds: Int
    /// 1 to 14; `nil` to send no level.
    var levelExtensionID: UInt8?
    var bitRate: BitRate
    /// The grant's address is on this host.
    var isLoopback: Bool
}

extension MediaRoute {
    /// Throws a text for the log if the grant makes no sense.
    init(_ grant: Proto.MediaGrant) throws(MediaRouteError) {
        guard let port = UInt16(exactly: grant.port), port > 0,
            let address = SocketAddress(ip: grant.address, port: port)
        else { throw .badAddress }
        guard grant.sendKey.count == SRTPSession.keyLength, grant.receiveKey.count == SRTPSession.keyLength else {
            throw .badKey
        }
        guard grant.sendSsrc != grant.receiveSsrc else { throw .badSource }
        guard grant.payloadType < 128, !(64...95).contains(grant.payloadType) else { throw .badPayloadType }
        guard [20, 40, 60].contains(grant.ptimeMs) else { throw .badPacketTime }
        self.init(
            callID: grant.callId, era: grant.era, address: address, sendSSRC: grant.sendSsrc,
            receiveSSRC: grant.receiveSsrc,
            sendKey: grant.sendKey, receiveKey: grant.receiveKey, payloadType: UInt8(grant.payloadType),
            packetMilliseconds: Int(grant.ptimeMs),
            levelExtensionID: (1...14).contains(grant.levelExtensionId) ? UInt8(grant.levelExtensionId) : nil,
            bitRate: BitRate(bitsPerSecond: min(max(Int(grant.bitrateBps), 6_000), 256_000)),
            isLoopback: grant.address.hasPrefix("127.") || grant.address == "::1")
    }
}

/// What is wrong with a grant.
enum MediaRouteError: Error, Equatable {
    case badAddress
    case badKey
    case badSource
    case badPayloadType
    case badPacketTime
}
