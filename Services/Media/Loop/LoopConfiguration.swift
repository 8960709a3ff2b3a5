package import CallModel
package import Datagram
package import MediaCore

/// What a loop is built from. Every size is fixed here; nothing grows later.
package struct LoopConfiguration: Sendable {
    /// Where its one UDP socket is bound; port 0 takes a free one.
    package var address: SocketAddress
    package var limits: RoomLimits
    /// How many participants of a room are mixed at once.
    package var contributors: Int
    package var bitRate: BitRate
    /// 0 (least work) to 10.
    package var complexity: Int
    /// Loss that the encoders' error correction is laid out for.
    package var expectedLossPercent: Int
    /// Nothing authentic for so long: the participant is reported.
    package var receiveTimeout: Duration
    /// Late ticks made up for in one turn.
    package var catchUp: Int

    package init(
        address: SocketAddress, limits: RoomLimits = RoomLimits(), contributors: Int = 5,
        bitRate: BitRate = .kilobits(32),
        complexity: Int = 5, expectedLossPercent: Int = 5, receiveTimeout: Duration = .seconds(10), catchUp: Int = 3
    ) {
        self.address = address
        self.limits = limits
        self.contributors = contributors
        self.bitRate = bitRate
        self.complexity = complexity
        self.expectedLossPercent = expectedLossPercent
        self.receiveTimeout = receiveTimeout
        self.catchUp = catchUp
    }
}

/// The one format of a room: Opus at 48 kHz, mono, 20 ms.
package enum RoomFormat {
    /// Samples per tick.
    package static let frame = 960
    /// Nanoseconds per tick.
    package static let period: Int64 = 20_000_000
    package static let payloadType: UInt8 = 111
    package static let levelExtensionID: UInt8 = 1
    /// The largest Opus frame of 20 ms.
    package static let largestPacket = 1_275
    /// The longest packet Opus has: 120 ms.
    package static let longestPacket = 5_760
}
