internal import CallModel
internal import Datagram
internal import SRTP

/// One stay in one room: its socket and both halves. Belongs to the media thread.
final class MediaSession {
    let route: MediaRoute
    private let policy: MediaPolicy
    private let started: MonotonicInstant
    private let cname: [UInt8]
    private let socket: DatagramSocket
    private var incoming = DatagramBatch(capacity: 32)
    private var outgoing = DatagramBatch(capacity: 8)
    private var uplink: Uplink
    private var downlink: Downlink
    private var nextReport: MonotonicInstant
    private var timeToFirstAudio: Duration?
    private var isCountedLost = false
    /// No loss is counted before the timeout from here.
    private var expected: MonotonicInstant

    init(_ route: MediaRoute, policy: MediaPolicy, cname: [UInt8], at now: MonotonicInstant) throws {
        self.route = route
        self.policy = policy
        self.cname = cname
        started = now
        socket = try DatagramSocket(binding: .local(for: route), receiveBuffer: 262_144)
        uplink = try Uplink(route, policy: policy)
        downlink = try Downlink(route, at: now)
        nextReport = now + policy.reportInterval
        expected = now
    }

    /// Lets `waiter` report packets of this room.
    func watch(by waiter: inout PacketWaiter, token: Int) throws {
        try waiter.watch(socket, token: token)
    }

    /// Takes in everything that has arrived.
    func receive(at now: MonotonicInstant) {
        // Bounded: a flood must not hold up the next frame.
        for _ in 0..<16 {
            // A socket error here is an ICMP message about an earlier send: the timeout decides what it means.
            guard let count = try? socket.receive(into: &incoming), count > 0 else { return }
            for index in 0..<count { downlink.receive(&incoming, index, at: now) }
            if count < incoming.capacity { return }
        }
    }

    /// Sends one captured frame, and the report if it is time.
    func send(_ frame: Span<Int16>, isMicrophoneOpen: Bool, at now: MonotonicInstant) {
        uplink.send(frame, isMicrophoneOpen: isMicrophoneOpen, into: &outgoing)
        if now >= nextReport {
            // Spread by a quarter, so that many clients do not fall into step (RFC 3550, 6.2).
            let percent = Int64.random(in: 75...125)
            nextReport = now + .nanoseconds(policy.reportInterval.wholeNanoseconds / 100 * percent)
            uplink.report(downlink.makeReport(at: now), isGoodbye: false, cname: cname, at: now, into: &outgoing)
        }
        _ = socket.send(&outgoing)
    }

    /// Fills one frame with what the room says.
    func play(into frame: inout MutableSpan<Int16>, at deadline: MonotonicInstant) {
        downlink.play(into: &frame, at: deadline)
    }

    /// Notes that a frame was heard; gives the time since the grant for the first one above silence.
    func heard(_ meter: AudioMeter, at now: MonotonicInstant) -> Duration? {
        guard timeToFirstAudio == nil, meter.isAudible else { return nil }
        timeToFirstAudio = now - started
        return timeToFirstAudio
    }

    /// Tells the room that we leave.
    func leave(at now: MonotonicInstant) {
        uplink.report(downlink.makeReport(at: now), isGoodbye: true, cname: cname, at: now, into: &outgoing)
        _ = socket.send(&outgoing)
    }

    /// The room was asked for again: if it stays silent for the timeout from now on, it is lost again.
    func expectNews(at now: MonotonicInstant) {
        expected = now
        isCountedLost = false
    }

    /// Whether the room has just been found gone: silent beyond the timeout, or it said goodbye. True once until it is heard
    /// again.
    func isNewlyLost(at now: MonotonicInstant) -> Bool {
        let isLost = downlink.isEnded || now - max(expected, downlink.lastHeard) > policy.lossTimeout
        defer { isCountedLost = isLost }
        return isLost && !isCountedLost
    }

    var report: MediaReport {
        var report = MediaReport()
        report.callID = route.callID
        report.era = route.era
        report.sendSSRC = route.sendSSRC
        report.receiveSSRC = route.receiveSSRC
        report.packetsSent = uplink.packetsSent
        report.bytesSent = uplink.bytesSent
        report.timeToFirstAudio = timeToFirstAudio
        downlink.fill(&report)
        return report
    }
}

extension SocketAddress {
    /// Any free port, of the family that reaches the room; on this host alone if the room is on it.
    fileprivate static func local(for route: MediaRoute) -> SocketAddress {
        if route.isLoopback, let loopback = SocketAddress(ip: route.address.isIPv6 ? "::1" : "127.0.0.1", port: 0) {
            return loopback
        }
        return SocketAddress(ip: route.address.isIPv6 ? "::" : "0.0.0.0", port: 0) ?? .loopback()
    }
}
