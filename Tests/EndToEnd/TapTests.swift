import Bus
import BusKeys
import Foundation
import Synchronization
import Testing
import Wire

@testable import partyline

/// What an inspector with its own key sees of a real call, at level contents, in all five services.
@Suite("Taps, end to end", .serialized)
struct TapTests {
    @Test("login and call leave no secret in any tap; a secret looks the same in every process; the call is one story")
    func wholeCall() async throws {
        try await withStack { stack in
            let capture = try await TapCapture(stack)
            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            let secret = "user data that nobody else is to see"
            try await alice.perform("call bob data=\(secret.replacing(" ", with: "_"))")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await bob.perform("hangup")
            try await alice.wait(forEvent: "onCallEnded")
            try await eventually("the end has reached the media node and bob's phone") {
                capture.saw("Media/CloseRoom", .serverSend) && capture.saw("Signaling/Hangup", .serverSend)
            }
            for phone in [alice, bob] { await phone.quit() }
            let events = capture.events
            await capture.close()

            try expectNoSecret(in: events, knowing: [secret, secret.replacing(" ", with: "_")])
            try expectEqualMasks(in: events)
            try expectOneStory(in: events)
        }
    }

    /// Every secret field of every payload shows a mask and nothing else, and no known secret is anywhere in the bytes.
    private func expectNoSecret(in events: [Proto.TapEvent], knowing secrets: [String]) throws {
        var shown: [String] = []
        let collector = SecretCollector()
        for event in events where !event.payload.isEmpty {
            let transcoder = try #require(Proto.transcoder(event.method))
            let mask = SecretMask { bytes in
                collector.add(String(decoding: bytes, as: UTF8.self))
                return []
            }
            _ =
                try event.kind == .request
                ? transcoder.maskedRequest(event.payload, mask) : transcoder.maskedResponse(event.payload, mask)
        }
        shown = collector.texts + events.compactMap(\.identity?.sessionId).filter { !$0.isEmpty }
        #expect(shown.count > 20)
        for text in Set(shown) { #expect(text.wholeMatch(of: /#[0-9a-f]{8}/) != nil, "\(text)") }
        for event in events {
            let bytes = String(decoding: try event.encoded(), as: UTF8.self)
            for secret in secrets { #expect(!bytes.contains(secret), "\(event.method)") }
        }
    }

    /// The session that presence opened is the one that signaling delivers to, and it can be seen.
    private func expectEqualMasks(in events: [Proto.TapEvent]) throws {
        let opened = try events.compactMap { event -> String? in
            guard event.service == "presence", event.method.hasSuffix("/OpenSession"), event.point == .serverSend
            else { return nil }
            return try Proto.OpenSessionResponse(decoding: event.payload).sessionId
        }
        let delivered = try events.flatMap { event -> [String] in
            guard event.service == "signaling", event.method.hasSuffix("/Deliver"), event.point == .clientSend
            else { return [] }
            return try Proto.DeliverRequest(decoding: event.payload).deliveries.map(\.sessionId)
        }
        #expect(Set(opened).count == 2 && Set(delivered).isSubset(of: Set(opened)) && !delivered.isEmpty)
    }

    /// From alice's phone to bob's: one trace, and the call id as shard key wherever the call passes.
    private func expectOneStory(in events: [Proto.TapEvent]) throws {
        let placed = try #require(
            events.first { $0.method.hasSuffix("Signaling/Call") && $0.peerService == "client" })
        #expect(placed.service == "gateway" && placed.point == .serverReceive && !placed.shardKey.isEmpty)
        let trace = events.filter { $0.traceId == placed.traceId }
        func has(_ service: String, _ method: String, _ point: Proto.TapPoint, _ kind: Proto.Kind) -> Bool {
            trace.contains {
                $0.service == service && $0.method.hasSuffix(method) && $0.point == point && $0.kind == kind
                    && $0.shardKey == placed.shardKey
            }
        }
        #expect(has("gateway", "Signaling/Call", .clientSend, .request))
        #expect(has("signaling", "Signaling/Call", .serverReceive, .request))
        #expect(has("presence", "Presence/LookupUsers", .serverReceive, .request))
        #expect(has("gateway", "Gateway/Deliver", .serverReceive, .request))
        #expect(has("gateway", "Gateway/Events", .serverSend, .item))
        #expect(has("gateway", "Signaling/Call", .serverSend, .response))
        let forwarded = try #require(trace.first { $0.point == .clientSend && $0.service == "gateway" })
        #expect(forwarded.parentSpanId == placed.spanId)
        // What began after the commit has the trace too; what another request began, the key.
        let room = try #require(events.first { $0.method.hasSuffix("Media/CreateRoom") && $0.point == .serverReceive })
        #expect(room.shardKey == placed.shardKey)
    }
}

private final class SecretCollector: Sendable {
    private let state = Mutex<[String]>([])
    var texts: [String] { state.withLock { $0 } }
    func add(_ text: String) { state.withLock { $0.append(text) } }
}

/// Reads the taps of a whole stack, with the inspector's key.
private final class TapCapture: Sendable {
    private let node: BusNode
    private let state = Mutex<[Proto.TapEvent]>([])

    init(_ stack: RunningStack) async throws {
        var configuration = BusConfiguration(service: "inspector", instance: "test")
        configuration.security = try KeyFolder(path: stack.layout.busKeys.path).read()
            .security(of: .inspector, at: Date())
        node = try BusNode(configuration)
        var filter = TapFilter()
        filter.level = .contents
        filter.bytesPerSecond = TapFilter.budgets.upperBound
        var readings: [TapStream] = []
        for service in StackLayout.Service.allCases {
            let bus = stack.layout.busEndpoint(service)
            let channel = node.channel(to: [bus], service: service.rawValue)
            let stats = try await Proto.IntrospectClient(channel).stats(Proto.StatsRequest())
            readings.append(
                try node.tap(
                    at: TapAddress.reachable(stats.tapEndpoint, besides: bus), of: service.rawValue, filter))
        }
        for reading in readings {
            Task { [self] in
                for await case .event(let event) in reading { state.withLock { $0.append(event) } }
            }
        }
        for service in StackLayout.Service.allCases {
            let introspect = Proto.IntrospectClient(
                node.channel(to: [stack.layout.busEndpoint(service)], service: service.rawValue))
            try await eventually("the tap of \(service) is armed") {
                try await introspect.stats(Proto.StatsRequest()).tapSubscribers == 1
            }
        }
    }

    var events: [Proto.TapEvent] { state.withLock { $0 } }

    func saw(_ method: String, _ point: Proto.TapPoint) -> Bool {
        events.contains { $0.method.hasSuffix(method) && $0.point == point }
    }

    func close() async { await node.close() }
}
