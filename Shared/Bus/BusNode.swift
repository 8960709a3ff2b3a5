import CallModel
import MonotonicClock
import Synchronization
public import Wire

/// A process on the bus: answers calls on one bound endpoint and makes calls through channels. One thread, started with
/// the node, owns every socket of it.
public final class BusNode: Sendable {
    private struct Registration {
        var table = HandlerTable()
        var duplicate: String?
        var isStarted = false
    }

    let core: BusCore
    private let registration = Mutex(Registration())

    /// Channels work from now on; calls are answered after `start`.
    public init(_ configuration: BusConfiguration) throws(BusError) {
        do { core = try BusCore(configuration) } catch { throw .transport(error) }
        IOThread.start(core)
    }

    deinit { core.outbox.post(.close(nil)) }

    public var configuration: BusConfiguration { core.configuration }

    /// The node's own thread, for tasks that mostly call.
    public var executor: BusExecutor { core.executor }

    /// What the Health service answers with.
    public var health: BusHealth { core.health }

    /// Adds methods to answer. Before `start`; a method added twice makes `start` throw.
    public func serve(_ handlers: [RPCHandler]) {
        registration.withLock { registration in
            precondition(!registration.isStarted, "handlers are added to a node that has started")
            for handler in handlers where !registration.table.add(handler) {
                registration.duplicate = handler.method.path
            }
        }
    }

    /// Binds and begins to answer, Health and Introspect included. Refuses to if the contract is not safe to decode.
    public func start() throws(BusError) { try start(checking: Proto.checkContract) }

    func start(checking contract: () throws(WireError) -> Void) throws(BusError) {
        do { try contract() } catch { throw .contract(error) }
        let table = try completeTable()
        let reply = BindReply()
        guard core.outbox.post(.serve(table, reply)) else { throw .closed }
        try reply.wait()
    }

    /// Where others reach this node, with the real port; `nil` before `start` or if it only calls.
    public var boundEndpoint: String? { core.boundEndpoint }

    /// A channel to the instances of one service: `ipc://path`, or `tcp://host:port` with an IP literal or with a name,
    /// which stands for all its addresses, looked up again every few seconds. `service` is who must answer there; empty
    /// means anybody. Connections are shared by all channels of the node and kept for a while after the last of them, so
    /// making channels is cheap.
    public func channel(to targets: [String], service: String = "") -> BusChannel {
        BusChannel(core, targets: targets, service: service)
    }

    /// Takes other keys while it runs: new connections are made and met with them at once, connections whose key is not
    /// known any more are dropped, all others live on. Only for a node that was made with `security`.
    public func update(security: BusSecurity) { core.outbox.post(.secure(security)) }

    /// Refuses new calls with UNAVAILABLE and `draining`, which sends callers elsewhere, tells peers and Health, and
    /// returns when no call runs any more or the time is over. Streams and this node's own calls go on.
    public func stopServing(within limit: Duration) async {
        await withCheckedContinuation { waiter in
            if !core.outbox.post(.drain(until: .now + limit, waiter)) { waiter.resume() }
        }
    }

    /// Ends whatever is left: streams, running handlers, own calls, the thread.
    public func close() async {
        await withCheckedContinuation { waiter in
            if !core.outbox.post(.close(waiter)) { waiter.resume() }
        }
    }

    /// Finishes what is running, within the limit, then closes.
    public func drain(within limit: Duration) async {
        await stopServing(within: limit)
        await close()
    }

    /// A copy of the node's numbers, also from Introspect. Empty once it is closed.
    public func counters() async -> [(name: String, value: UInt64)] {
        await core.snapshot()?.statistics.named ?? []
    }

    private func completeTable() throws(BusError) -> HandlerTable {
        let registered = registration.withLock { registration -> Result<HandlerTable, BusError> in
            if let duplicate = registration.duplicate { return .failure(.duplicateMethod(duplicate)) }
            if registration.isStarted { return .failure(.alreadyStarted) }
            registration.isStarted = true
            // Handed over, not kept: handlers may hold the node.
            defer { registration.table = HandlerTable() }
            return .success(registration.table)
        }
        var table = try registered.get()
        let builtIn = [Proto.HealthMethods.serviceName, Proto.IntrospectMethods.serviceName]
        let services = table.services + builtIn
        let health = HealthService(health: core.health, services: Set(services))
        let introspect = IntrospectService(core: core, services: services)
        let handlers = Proto.HealthMethods.handlers(for: health) + Proto.IntrospectMethods.handlers(for: introspect)
        for handler in handlers where !table.add(handler, isBuiltIn: true) {
            throw .duplicateMethod(handler.method.path)
        }
        return table
    }
}
