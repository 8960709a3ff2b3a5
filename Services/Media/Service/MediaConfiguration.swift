import CallModel
import Datagram
import Foundation
import MediaCore
import MediaLoop
import ServiceKit

/// What `media` can be told.
struct MediaConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7105) + [
            .text("udp-bind", default: "127.0.0.1", "IP address on which media is received."),
            .integer(
                "udp-port", default: 40_000, in: 0...65_535,
                "UDP port of the first loop; each further loop takes the next. 0: a free one each."),
            .text(
                "advertised-address", default: "127.0.0.1",
                "IP address at which clients reach this node; auto: this host's first that is not loopback."),
            .integer("loops", default: 0, in: 0...64, "Threads that own rooms, each with its port. 0: one per core."),
            .integer("rooms", default: 1_000, in: 1...100_000, "Rooms on this node at most."),
            .integer("participants-per-room", default: 64, in: 2...1_000, "Participants of one room at most."),
            .integer("participants-per-loop", default: 512, in: 2...8_192, "Participants of one loop at most."),
            .integer("contributors", default: 5, in: 1...32, "How many participants of a room are mixed at once."),
            .integer("bitrate", default: 32_000, in: 6_000...256_000, "Bits a second of each stream to a client."),
            .integer("complexity", default: 5, in: 0...10, "Work of the encoders: 0 least, 10 best."),
            .integer(
                "expected-loss", default: 5, in: 0...100,
                "Percent of lost packets that the encoders' error correction is laid out for."),
            .duration(
                "rtp-timeout", default: "10s", in: .milliseconds(200)...(.seconds(300)),
                "A participant from whom nothing came for so long is taken out of the room."),
            .duration(
                "report-interval", default: "500ms", in: .milliseconds(100)...(.seconds(10)),
                "How often watchers get each room's levels and statistics."),
            .duration(
                "empty-room-expiry", default: "5m", in: .seconds(1)...(.seconds(86_400)),
                "A room nobody is in for so long is closed."),
        ]

    var advertisedAddress: String
    var reportInterval: Duration
    /// One per loop.
    var loops: [LoopConfiguration]
    var limits: RoomLimits

    init(_ values: ConfigurationValues) {
        advertisedAddress = Self.advertisedAddress(values)?.ip ?? ""
        reportInterval = values.duration("report-interval")
        let count = Self.loopCount(values)
        let limits = RoomLimits(
            rooms: values.integer("rooms"), participantsPerRoom: values.integer("participants-per-room"),
            participantsPerLoop: values.integer("participants-per-loop"), loops: count,
            emptyRoomExpiry: values.duration("empty-room-expiry"))
        self.limits = limits
        let first = values.integer("udp-port")
        loops = (0..<count).map { index in
            let port = UInt16(clamping: first == 0 ? 0 : first + index)
            return LoopConfiguration(
                address: SocketAddress(ip: values.text("udp-bind"), port: port) ?? .loopback(port: port),
                limits: limits,
                contributors: values.integer("contributors"),
                bitRate: BitRate(bitsPerSecond: values.integer("bitrate")), complexity: values.integer("complexity"),
                expectedLossPercent: values.integer("expected-loss"), receiveTimeout: values.duration("rtp-timeout"))
        }
    }

    static func conflicts(in values: ConfigurationValues) -> [String] {
        var complaints: [String] = []
        if SocketAddress(ip: values.text("udp-bind"), port: 0) == nil {
            complaints.append("udp-bind: must be an IP address")
        }
        switch advertisedAddress(values) {
        case nil where values.text("advertised-address") == "auto":
            complaints.append("advertised-address: auto finds no address of this host but loopback")
        case nil: complaints.append("advertised-address: must be an IP address or auto")
        case let address? where address.isWildcard:
            complaints.append("advertised-address: clients cannot send to a wildcard")
        default: break
        }
        if values.integer("udp-port") > 0, values.integer("udp-port") + loopCount(values) > 65_536 {
            complaints.append("udp-port: leaves no port for every loop")
        }
        if values.integer("participants-per-room") > values.integer("participants-per-loop") {
            complaints.append("participants-per-room: must not be more than participants-per-loop")
        }
        return complaints
    }

    private static func advertisedAddress(_ values: ConfigurationValues) -> SocketAddress? {
        let text = values.text("advertised-address")
        return text == "auto" ? try? SocketAddress.ofThisHost() : SocketAddress(ip: text, port: 0)
    }

    private static func loopCount(_ values: ConfigurationValues) -> Int {
        let asked = values.integer("loops")
        return asked > 0 ? asked : min(ProcessInfo.processInfo.activeProcessorCount, 64)
    }
}
