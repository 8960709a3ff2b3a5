import CallClientCore
import CallModel

private let call = CallID("call-1")
private let alice = UserID("alice")
private let bob = UserID("bob")
private func isCall(_ request: Request) -> Bool { if case .call = request { true } else { false } }

/// Where most stories about one call begin.
extension ClientBench {
    /// alice has called bob, and the server has taken it.
    static func calling() -> ClientBench {
        var bench = ClientBench.online()
        bench.command(.call(call, participants: [bob], .audio, CallParameters()))
        bench.give(.answered(bench.last(isCall)!.0, .call(.sample(bench: bench))))
        return bench
    }

    /// bob's phone rings for alice.
    static func ringing() -> ClientBench {
        var bench = ClientBench.online("bob")
        bench.give(.snapshot(.sample(bench: bench)))
        return bench
    }

    static func connected(era: UInt32 = 1) -> ClientBench {
        var bench = calling()
        bench.give(
            .snapshot(
                .sample(
                    version: 2, phase: .connected, own: .accept, bench: bench, connected: bench.serverTime, era: era)))
        return bench
    }
}
