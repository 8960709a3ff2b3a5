import Bus
import CallModel
import Datagram
import MediaCore
import MediaLoop
import MediaTestSupport
import ServiceKit
import TestSupport
import Wire

@testable import media

/// The media service in this process, on free ports, with a client on the bus and phones on UDP.
final class MediaRig {
    let client: Proto.MediaClient
    let node: MediaNode
    let reporter: RoomReporter
    private let server: BusNode
    private let caller: BusNode
    private let conversation: Conversation
    private(set) var phones: [TestPhone] = []

    /// One loop per address; `limits` holds for each.
    init(
        loops: Int = 1, limits: RoomLimits = RoomLimits(), receiveTimeout: Duration = .seconds(10)
    ) async throws {
        var configuration = MediaConfiguration(ConfigurationValues(defaultsOf: MediaConfiguration.keys))
        var limits = limits
        limits.loops = loops
        configuration.limits = limits
        configuration.reportInterval = .milliseconds(100)
        let loop = LoopConfiguration(address: .loopback(), limits: limits, receiveTimeout: receiveTimeout)
        configuration.loops = Array(repeating: loop, count: loops)
        let clock = SystemClock()
        node = try MediaNode(configuration, clock: clock, log: .discarding)
        reporter = RoomReporter(node: node, clock: clock, metrics: Metrics(service: "media"))
        server = try BusNode(BusConfiguration(service: "media", instance: "media-test", bind: "tcp://127.0.0.1:0"))
        server.serve(Proto.MediaMethods.handlers(for: MediaServer(node: node, reporter: reporter)))
        try await reporter.start()
        try server.start()
        caller = try BusNode(BusConfiguration(service: "signaling", instance: "signaling-test"))
        client = Proto.MediaClient(caller.channel(to: [server.boundEndpoint ?? ""]))
        conversation = try Conversation()
    }

    /// Somebody watches.
    var isWatched: Bool { get async { await reporter.watcherCount > 0 } }

    func stop() async {
        await reporter.drain(within: .seconds(1))
        await caller.close()
        await server.close()
    }

    func create(_ call: String = "call-1", era: UInt32 = 1) async throws {
        _ = try await client.createRoom(Proto.CreateRoomRequest(callId: call, era: era))
    }

    func join(_ name: String, call: String = "call-1", era: UInt32 = 1, isMuted: Bool = false) async throws
        -> Proto.MediaGrant
    {
        let request = Proto.JoinRoomRequest(
            callId: call, era: era, userId: name, sessionId: "session-" + name, isMuted: isMuted)
        return try await client.joinRoom(request).grant ?? Proto.MediaGrant()
    }

    /// Joins and brings a phone along.
    @discardableResult
    func phone(_ name: String, _ voice: TestPhone.Voice, call: String = "call-1", era: UInt32 = 1) async throws
        -> TestPhone
    {
        let grant = try await join(name, call: call, era: era)
        let address = SocketAddress(ip: grant.address, port: UInt16(grant.port)) ?? .loopback()
        let phone = try TestPhone(
            TestGrant(
                server: address, sendSSRC: grant.sendSsrc, receiveSSRC: grant.receiveSsrc, sendKey: grant.sendKey,
                receiveKey: grant.receiveKey), voice: voice)
        phones.append(phone)
        return phone
    }

    /// Lets the phones talk until `condition` holds, at most 10 s.
    func wait(for condition: () async -> Bool) async throws -> Bool {
        for _ in 0..<100 {
            if await condition() { return true }
            try conversation.run(phones, milliseconds: 100)
        }
        return await condition()
    }
}

extension TestPhone {
    /// A busy machine sends and takes late, which costs parts of the sound; exact levels are checked in virtual time.
    func hears(_ hertz: Double) -> Bool { abs(level(of: hertz)) < 12 }

    /// In dB against the tone as it was sent, over the last 400 ms heard.
    func level(of hertz: Double) -> Double {
        Tone.decibels(Tone.amplitude(of: hertz, in: tail(milliseconds: 400)), over: 8_000)
    }
}
