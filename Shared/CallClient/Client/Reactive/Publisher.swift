#if canImport(Combine)
    public import Combine

    extension AnyPublisher where Failure == Never {
        /// `attach` starts a subscription and returns the way to end it.
        init(_ attach: @escaping @Sendable (@escaping @Sendable (Output) -> Void) -> AnyCancellable) {
            self = Attached(attach: attach).eraseToAnyPublisher()
        }
    }

    /// A publisher made of a function. Values come as fast as they are made: states and events are few.
    private struct Attached<Output>: Publisher {
        typealias Failure = Never

        let attach: @Sendable (@escaping @Sendable (Output) -> Void) -> AnyCancellable

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let subscription = Attachment()
            subscriber.receive(subscription: subscription)
            subscription.token = attach { value in _ = subscriber.receive(value) }
        }
    }

    private final class Attachment: Subscription {
        var token: AnyCancellable?

        func request(_ demand: Subscribers.Demand) {}

        func cancel() { token?.cancel() }
    }
#else
    public import Dispatch
    import Synchronization

    /// Where Combine does not exist: a publisher with its shape, as far as apps of this SDK use it.
    ///
    /// Values arrive on the thread that publishes them unless `receive(on:)` says otherwise. A publisher of the SDK
    /// never fails, so `Failure` is always `Never`.
    public struct AnyPublisher<Output: Sendable, Failure: Error>: Sendable {
        private let attach: @Sendable (@escaping @Sendable (Output) -> Void) -> AnyCancellable

        /// `attach` starts a subscription and returns the way to end it.
        public init(_ attach: @escaping @Sendable (@escaping @Sendable (Output) -> Void) -> AnyCancellable) {
            self.attach = attach
        }

        /// Subscribes until the returned token is cancelled or gone.
        public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
            attach(receiveValue)
        }

        /// Each value, changed.
        public func map<Mapped: Sendable>(
            _ transform: @escaping @Sendable (Output) -> Mapped
        ) -> AnyPublisher<Mapped, Failure> {
            AnyPublisher<Mapped, Failure> { [attach] receive in attach { receive(transform($0)) } }
        }

        /// Each value, changed, without those that become `nil`.
        public func compactMap<Mapped: Sendable>(
            _ transform: @escaping @Sendable (Output) -> Mapped?
        ) -> AnyPublisher<Mapped, Failure> {
            AnyPublisher<Mapped, Failure> { [attach] receive in
                attach { if let mapped = transform($0) { receive(mapped) } }
            }
        }

        /// Only the values that pass.
        public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> AnyPublisher<Output, Failure> {
            AnyPublisher { [attach] receive in attach { if isIncluded($0) { receive($0) } } }
        }

        /// Leaves out a value that the predicate calls equal to the one before.
        public func removeDuplicates(
            by areEqual: @escaping @Sendable (Output, Output) -> Bool
        ) -> AnyPublisher<Output, Failure> {
            AnyPublisher { [attach] receive in
                let last = LastValue<Output>()
                return attach { if last.replace(with: $0, areEqual) { receive($0) } }
            }
        }

        /// Without the first `count` values.
        public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
            AnyPublisher { [attach] receive in
                let left = Countdown(count)
                return attach { if left.isOver() { receive($0) } }
            }
        }

        /// Hands values over to a queue, in order.
        public func receive(on queue: DispatchQueue) -> AnyPublisher<Output, Failure> {
            AnyPublisher { [attach] receive in attach { value in queue.async { receive(value) } } }
        }

        /// Itself: every publisher here is erased already.
        public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { self }

        /// The values as an asynchronous sequence. Values are kept until they are read.
        public var values: AsyncStream<Output> {
            AsyncStream { continuation in
                let token = attach { continuation.yield($0) }
                continuation.onTermination = { _ in token.cancel() }
            }
        }
    }

    extension AnyPublisher where Output: Equatable {
        /// Leaves out a value equal to the one before.
        public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates { $0 == $1 } }
    }

    /// A subscription. Ends when cancelled, and when the last reference to it is gone.
    public final class AnyCancellable: Sendable, Hashable {
        private let end: Mutex<(@Sendable () -> Void)?>

        public init(_ cancel: @escaping @Sendable () -> Void) { end = Mutex(cancel) }

        deinit { cancel() }

        /// Idempotent.
        public func cancel() {
            let end = end.withLock { end in
                defer { end = nil }
                return end
            }
            end?()
        }

        /// Keeps the subscription as long as the set.
        public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

        public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private final class LastValue<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)

        /// `true`: it differs from the last one, and is now the last.
        func replace(with new: Value, _ areEqual: (Value, Value) -> Bool) -> Bool {
            let old = value.withLock { $0 }
            if let old, areEqual(old, new) { return false }
            value.withLock { $0 = new }
            return true
        }
    }

    private final class Countdown: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        func isOver() -> Bool {
            left.withLock { left in
                guard left > 0 else { return true }
                left -= 1
                return false
            }
        }
    }
#endif

extension Broadcast {
    /// The broadcast as a publisher.
    func publisher() -> AnyPublisher<Value, Never> { AnyPublisher { self.add($0) } }
}
