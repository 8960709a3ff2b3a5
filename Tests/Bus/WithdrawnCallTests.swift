import CallModel
import MonotonicClock
import Testing
import Wire

@testable import Bus

/// Calls that end while they wait for a socket.
@Suite struct WithdrawnCallTests {
    private static func call() -> OutgoingCall {
        let call = OutgoingCall(
            channel: 1, method: TestMethods.echo, request: [1], options: CallOptions(), context: nil,
            metadata: RPCMetadata(), started: .zero, deadline: .zero)
        call.id = 1
        return call
    }

    @Test("a peer that takes nothing keeps at most twice as many calls as live, and they are no load")
    func bounded() {
        let connection = ClientConnection(
            number: 1, to: ClientConnection.Peer(endpoint: "tcp://127.0.0.1:1", service: ""), timing: BusTiming(),
            now: .now)
        let living = (0..<10).map { _ in Self.call() }
        for call in living { connection.outgoing.append(.request(call)) }
        for _ in 0..<10_000 {
            let call = Self.call()
            connection.outgoing.append(.request(call))
            call.id = 0
            connection.withdrew()
            #expect(connection.load == living.count)
        }
        #expect(connection.outgoing.count <= 140)
        let left = connection.outgoing.takeAll().compactMap { waiting -> OutgoingCall? in
            guard case .request(let call) = waiting, call.id != 0 else { return nil }
            return call
        }
        #expect(left.elementsEqual(living, by: ===), "in their order")
    }
}
