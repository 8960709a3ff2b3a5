import CallModel
import TestSupport
import Testing

@testable import GatewayCore

@Suite("Laws of every connection")
struct EdgeLawTests {
    private static let events: [EdgeEvent] = [
        .helloReceived(protocolVersion: 1), .cancelReceived(id(3)), .creditReceived(id(2), 10), .pingReceived,
        .pongReceived, .nonsenseReceived("x"), .socketOverflown, .connectionLost,
        .sessionOpened(id(1), alice, answer: []),
        .authenticationFailed(id(1), malformed), .sessionClosed(id(3), answer: []),
        .sessionNotClosed(id(3), malformed), .sessionEnded(.kickedOffline, notice: [1]), .sessionGone,
        .callAnswered(id(3), []), .callFailed(id(3), malformed), .itemReceived(id(3), [1]), .streamEnded(id(3), nil),
        .eventDelivered([1], isReplaceable: false), .drainRequested, .ticked,
        .requestReceived(id(1), method: "a", .authenticate(.login), credit: 0),
        .requestReceived(id(3), method: "b", .logout, credit: 0),
        .requestReceived(id(2), method: "c", .events, credit: 4),
        .requestReceived(id(3), method: "d", .forward(isStream: false), credit: 0),
        .requestReceived(id(4), method: "e", .forward(isStream: true), credit: 2),
        .requestReceived(id(5), method: "f", .notPublic, credit: 0),
        .requestReceived(id(6), method: "g", .unknown, credit: 0),
    ]

    @Test("every phase takes every event, and an ended connection does nothing but clear up")
    func everyPair() {
        var leaving = Edge.authenticated()
        _ = leaving.handle(.requestReceived(id(3), method: "b", .logout, credit: 0), at: .zero)
        var authenticating = Edge.greeted()
        _ = authenticating.handle(
            .requestReceived(id(1), method: "a", .authenticate(.resume), credit: 0), at: .zero)
        var ended = Edge.listening()
        _ = ended.handle(.connectionLost, at: .zero)
        for start in [Edge(at: .zero), .greeted(), authenticating, .authenticated(), .listening(), leaving, ended] {
            for event in Self.events {
                var edge = start
                let effects = edge.handle(event, at: second(1))
                if start.phase.isEnded {
                    let harmful = effects.filter { !$0.isHarmlessAfterEnd }
                    #expect(harmful == [], "\(event)")
                    #expect(edge.phase == start.phase)
                }
            }
        }
    }

    @Test("random histories keep the laws", arguments: 0..<40)
    func walks(part: Int) {
        for seed in 0..<50 {
            var generator = SeededGenerator(seed: UInt64(part * 1_000 + seed))
            var laws = Laws()
            var edge = Edge(at: .zero)
            var now = 0.0
            for _ in 0..<120 {
                now += Double(generator.next(in: 0...300)) / 1_000
                let event = Self.events[generator.next(in: 0...Self.events.count - 1)]
                for effect in edge.handle(event, at: second(now)) { laws.take(effect) }
            }
            for effect in edge.handle(.connectionLost, at: second(now)) { laws.take(effect) }
            laws.finish()
            #expect(laws.broken.isEmpty, "seed \(generator.seed): \(laws.broken)")
        }
    }
}

/// What must hold for the effects of one connection, whatever happens.
private struct Laws {
    private var closes = 0
    private var bound: EdgeSession?
    private var running: Set<RequestID> = []
    private var sequences: [RequestID: UInt32] = [:]
    private(set) var broken: [String] = []

    mutating func take(_ effect: EdgeEffect) {
        if closes > 0, !effect.isHarmlessAfterEnd { broken.append("\(effect) after close") }
        switch effect {
        case .close: closes += 1
        case .bind(let session):
            if bound != nil { broken.append("bound twice") }
            bound = session
        case .unbind(let session):
            if bound != session { broken.append("unbound \(session)") }
            bound = nil
        case .forward(let id, _, _):
            if !running.insert(id).inserted { broken.append("\(id) forwarded twice") }
            sequences[id] = 0
        case .cancelCall(let id): running.remove(id)
        case .respond(let id, _), .fail(let id, _): running.remove(id)
        case .endStream(let id, _):
            running.remove(id)
            sequences[id] = 0
        case .sendItem(let id, let sequence, _):
            if sequence != sequences[id, default: 0] + 1 { broken.append("\(id) jumps to \(sequence)") }
            sequences[id] = sequence
        default: break
        }
    }

    mutating func finish() {
        if closes != 1 { broken.append("closed \(closes) times") }
        if bound != nil { broken.append("still bound") }
        if !running.isEmpty { broken.append("still running: \(running)") }
    }
}

extension EdgeEffect {
    fileprivate var isHarmlessAfterEnd: Bool {
        switch self {
        case .race, .discardSession: true
        default: false
        }
    }
}
