import CallModel
import MonotonicClock
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Bus

@Suite(.timeLimit(.minutes(1))) struct HandlerCrewTests {
    @Test("handlers that suspend hold up nobody, and every call runs once")
    func suspended() async {
        let gate = Gate()
        let started = Tally()
        let ended = Tally()
        let crew = HandlerCrew { call in
            started.add()
            if call.requestID <= 200 { await gate.wait() }
            ended.add()
        }
        for number in 1...400 as ClosedRange<UInt64> { crew.add(makeCall(number)) }
        #expect(await eventually { started.value == 400 && ended.value == 200 })
        gate.open()
        #expect(await eventually { ended.value == 400 })
        crew.close()
    }

    @Test("a running call's task is cancelled, a waiting call never runs, the others do")
    func cancellation() async {
        let gate = Gate()
        let cancelled = Tally()
        let ran = Mutex(Set<UInt64>())
        let crew = HandlerCrew { call in
            _ = ran.withLock { $0.insert(call.requestID) }
            guard call.requestID == 1 else { return }
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                cancelled.add()
                gate.open()
            }
        }
        let first = makeCall(1)
        crew.add(first)
        #expect(await eventually { ran.withLock { $0.contains(1) } })
        #expect(!crew.cancel(first))
        #expect(await eventually { cancelled.value == 1 })
        for number in 2...100 as ClosedRange<UInt64> {
            let call = makeCall(number)
            crew.add(call)
            // Either it is withdrawn before anybody took it, or somebody did and it runs.
            if number.isMultiple(of: 2), crew.cancel(call) { _ = ran.withLock { $0.insert(number) } }
        }
        #expect(await eventually { ran.withLock { $0.count } == 100 })
        crew.close()
    }

    @Test("a cancelled worker takes no second call: the next one's task is not cancelled")
    func freshTask() async {
        let sawCancellation = Tally()
        let ended = Tally()
        let crew = HandlerCrew { _ in
            if Task.isCancelled { sawCancellation.add() }
            ended.add()
        }
        for number in 1...500 as ClosedRange<UInt64> {
            let call = makeCall(number)
            crew.add(call)
            #expect(await eventually { UInt64(ended.value) == number })
            // Over already, or about to be: must not touch what comes after.
            _ = crew.cancel(call)
        }
        #expect(sawCancellation.value == 0)
        crew.close()
    }
}

private func makeCall(_ number: UInt64) -> IncomingCall {
    let routing: [UInt8] = [0, 1, 2, 3, 4]
    guard let routingID = RoutingID(routing.span) else { preconditionFailure("five bytes are a routing id") }
    let peer = ServerPeer(routingID: routingID, hello: Proto.Hello(), access: .open, now: .now)
    let entry = HandlerTable.Entry(
        RPCHandler(TestMethods.echo, .unary { (_, request) in request }), isBuiltIn: false, number: 0)
    let envelope = Envelope(EnvelopeHeader(kind: .request, requestId: number))
    return IncomingCall(envelope, entry, from: peer, id: number, arrived: .now, outlet: nil)
}
