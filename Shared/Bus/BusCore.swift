import Synchronization
import Wire
import ZeroMQ

/// What a node, its channels and its I/O thread share.
final class BusCore: Sendable {
    let configuration: BusConfiguration
    let context: Context
    let outbox: Outbox<BusCommand>
    let executor: BusExecutor
    let health = BusHealth()
    private let bound = Mutex<String?>(nil)
    // Numbers calls and channels. Anybody draws from it; only uniqueness matters, so relaxed is enough.
    private let counter = Atomic<UInt64>(0)
    // Written by the I/O thread when the tap's first subscriber comes and the last one goes, read by anybody who has
    // something to record. A stale value costs or misses one event, so relaxed is enough.
    private let tapped = Atomic<Bool>(false)
    private let tap = Mutex<String>("")

    init(_ configuration: BusConfiguration) throws(ZeroMQError) {
        self.configuration = configuration
        context = try Context()
        outbox = try Outbox()
        executor = BusExecutor(outbox)
    }

    /// Where the node is bound, once it is.
    var boundEndpoint: String? {
        get { bound.withLock { $0 } }
        set { bound.withLock { $0 = newValue } }
    }

    /// The bound endpoint takes encrypted connections only.
    var isEncrypted: Bool {
        configuration.security != nil && boundEndpoint.map(BusSecurity.protects) ?? false
    }

    /// Where the tap is bound, empty if it is not.
    var tapEndpoint: String {
        get { tap.withLock { $0 } }
        set { tap.withLock { $0 = newValue } }
    }

    /// Somebody subscribed to the tap.
    var isTapArmed: Bool {
        get { tapped.load(ordering: .relaxed) }
        set { tapped.store(newValue, ordering: .relaxed) }
    }

    func nextID() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).newValue }

    var hello: Proto.Hello {
        Proto.Hello(
            service: configuration.service, instance: configuration.instance, epoch: configuration.epoch, protocol: 1,
            schemaHash: Proto.schemaHash)
    }

    /// `nil` if the node is closed.
    func snapshot(withRecent: Bool = false) async -> BusSnapshot? {
        await withCheckedContinuation { continuation in
            if !outbox.post(.snapshot(withRecent: withRecent, continuation)) { continuation.resume(returning: nil) }
        }
    }
}
