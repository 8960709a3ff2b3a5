import CallModel
import Foundation
import MonotonicClock
import Suspension
import Wire
import ZeroMQ

/// The one thread that owns every ZeroMQ socket of a node. Each turn: commands of other threads, timers, sockets, then
/// the tasks whose calls ended are resumed together.
final class IOThread {
    /// Swift's and libzmq's frames are small; protobuf-c recurses, but no deeper than the contract nests.
    private static let stackBytes = 2 << 20
    private static let longestSleep = Duration.seconds(60)
    /// Of commands, between two looks at the sockets.
    private static let mostRounds = 4

    private let state: LoopState
    private let client: ClientSide
    private let server: ServerSide
    private let readers: TapReaders
    private var poller = Poller()
    private var wakeupIndex = 0
    /// Connections in the poll set.
    private var watched: [ClientConnection] = []
    private var batch: [BusCommand] = []
    private var closeWaiters: [CheckedContinuation<Void, Never>] = []
    private var isClosing = false

    static func start(_ core: BusCore) {
        let thread = Thread { IOThread(core).run() }
        thread.name = "bus"
        thread.stackSize = stackBytes
        thread.start()
    }

    private init(_ core: BusCore) {
        state = LoopState(core)
        client = ClientSide(state)
        server = ServerSide(state)
        readers = TapReaders(state)
    }

    private func run() {
        while !isClosing {
            state.turn()
            takeCommands()
            fireTimers()
            state.resumeEnded()
            if isClosing { break }
            sleep()
            state.turn()
            pump()
            state.resumeEnded()
        }
        close()
    }

    /// What a command leads to is often the next one: a task that is resumed here calls again. Not for ever: the sockets
    /// wait.
    private func takeCommands() {
        for _ in 0..<Self.mostRounds {
            state.core.outbox.takeAll(into: &batch)
            if batch.isEmpty { return }
            for command in batch { perform(command) }
            state.resumeEnded()
        }
        batch.removeAll(keepingCapacity: true)
    }

    private func perform(_ command: BusCommand) {
        switch command {
        case .openChannel(let id, let targets, let service):
            client.openChannel(id, targets: targets, service: service)
        case .closeChannel(let id): client.closeChannel(id)
        case .instances(let id, let waiter): waiter.resume(returning: client.instances(of: id))
        case .startCall(let call): client.start(call)
        case .cancelCall(let call): client.cancel(call)
        case .giveCredit(let call, let bytes): client.giveCredit(call, bytes: bytes)
        case .resolved(let host, let answer): client.resolved(host, answer)
        case .serve(let table, let reply): server.serve(table, reply)
        case .handlerEnded(let call): server.handlerEnded(call)
        case .item(let id, let bytes, let sequence): server.item(id, bytes, sequence: sequence)
        case .record(let sighting): if state.isTapArmed { state.tap.publish(sighting) }
        case .openTap(let reader): readers.open(reader)
        case .closeTap(let number): readers.close(number)
        case .run(let job): job.run(on: state.core.executor)
        case .snapshot(let withRecent, let waiter):
            waiter.resume(returning: snapshot(withRecent: withRecent))
        case .drain(let limit, let waiter): server.drain(until: limit, waiter)
        case .secure(let security):
            // What began in the clear stays so: there is no telling its peers.
            guard let former = state.security else { return }
            state.security = security
            server.keysChanged()
            client.keysChanged()
            state.tap.keysChanged(from: former)
        case .close(let waiter):
            isClosing = true
            if let waiter { closeWaiters.append(waiter) }
        }
    }

    private func fireTimers() {
        client.endOverdue()
        server.endOverdue()
        while let timer = state.timers.popDue(state.now) {
            switch timer {
            case .callDeadline(let id), .firstItem(let id): client.deadlinePassed(id)
            case .callPatience(let id): client.patienceEnded(id)
            case .callRetry(let id): client.retry(id)
            case .resolve: client.resolveDue()
            case .health(let number): client.watchHealth(number)
            case .connection(let number): client.tick(number)
            case .backlog: server.flushBacklogs()
            case .probe: server.probe()
            case .sweep: server.sweep()
            case .drainLimit: server.endDrain()
            case .drainGrace: server.endDrainIfIdle()
            case .tapRebind: state.tap.rebind()
            case .tapReader(let number): readers.tick(number)
            }
        }
    }

    /// Until a socket is ready, a timer is due or another thread posts.
    private func sleep() {
        if state.arePollsStale { rebuildPolls() }
        for connection in watched where connection.link != nil {
            // A socket takes messages before it is connected.
            let mustWrite = connection.isShaken && (connection.mustGreet || !connection.outgoing.isEmpty)
            poller.change(connection.dealerIndex, to: mustWrite ? [.readable, .writable] : .readable)
        }
        var limit = nextWake.map { $0 - MonotonicInstant.now } ?? Self.longestSleep
        if !state.core.outbox.prepareToSleep() { limit = .zero }
        // ETERM cannot happen: this thread keeps the context alive. ENOMEM passes.
        _ = try? poller.wait(min(limit, Self.longestSleep))
        state.core.outbox.awake(wasSignalled: isReady(wakeupIndex))
    }

    private var nextWake: MonotonicInstant? {
        var earliest = state.timers.next
        if let next = client.nextDeadline { earliest = min(earliest ?? next, next) }
        if let next = server.nextDeadline { earliest = min(earliest ?? next, next) }
        return earliest
    }

    private func rebuildPolls() {
        poller.removeAll()
        wakeupIndex = poller.watch(descriptor: state.core.outbox.wakeup.descriptor, for: .readable)
        state.gate?.watch(with: &poller)
        if let listener = server.listener {
            server.routerIndex = poller.watch(listener.router, for: .readable)
            server.monitorIndex = poller.watch(listener.monitor.socket, for: .readable)
        }
        state.tap.watch(&poller)
        readers.watch(&poller)
        watched = client.connections.values.filter { $0.link != nil }
        for connection in watched {
            guard let link = connection.link else { continue }
            connection.dealerIndex = poller.watch(link.dealer, for: .readable)
            connection.monitorIndex = poller.watch(link.monitor.socket, for: .readable)
        }
        state.arePollsStale = false
    }

    private func pump() {
        if let gate = state.gate, isReady(gate.pollIndex) { gate.answer(state) }
        if server.listener != nil, isReady(server.routerIndex) || isReady(server.monitorIndex) {
            server.pump(hasEvents: isReady(server.monitorIndex))
        }
        for connection in watched where connection.link != nil {
            let dealer = poller.readiness(of: connection.dealerIndex)
            // What the monitor had to say comes before sending: a socket takes messages for a peer that is lost.
            let hasEvents = isReady(connection.monitorIndex)
            if dealer.contains(.readable) || hasEvents { client.pump(connection, hasEvents: hasEvents) }
            if dealer.contains(.writable) { client.flush(connection) }
        }
        state.tap.pump(poller)
        readers.pump(poller)
    }

    private func isReady(_ index: Int) -> Bool { poller.readiness(of: index).contains(.readable) }

    private func snapshot(withRecent: Bool) -> BusSnapshot {
        BusSnapshot(
            statistics: state.statistics,
            peers: client.peerSnapshots + client.nameSnapshots + server.peers.values.map(\.snapshot),
            drops: state.drops.newestFirst, recent: withRecent ? state.recent : [],
            tapSubscribers: state.tap.subscriptions.count,
            runningHandlers: server.load.running, queuedRequests: server.load.waiting,
            queuedRequestBytes: server.load.bytes)
    }

    /// Nothing that was asked stays unanswered.
    private func close() {
        client.close()
        server.close()
        state.tap.close()
        readers.closeAll()
        for command in state.core.outbox.close() {
            switch command {
            case .startCall(let call):
                state.end(call, .failure(RPCError(.unavailable, reason: .neverSent, "node closed")))
            case .serve(_, let reply): reply.answer(.failure(.terminated))
            case .snapshot(_, let waiter): waiter.resume(returning: nil)
            case .instances(_, let waiter): waiter.resume(returning: [])
            case .drain(_, let waiter): waiter.resume()
            case .openTap(let reader): reader.inbox.close()
            case .run(let job): state.core.executor.runElsewhere(job)
            case .close(let waiter): if let waiter { closeWaiters.append(waiter) }
            default: break
            }
        }
        state.resumeEnded()
        for waiter in closeWaiters { waiter.resume() }
    }
}
