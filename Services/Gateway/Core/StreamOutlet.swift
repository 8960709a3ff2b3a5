import CallModel

/// Items of one stream on their way to the client: in order, as far as its credit reaches, the rest bounded.
struct StreamOutlet: Sendable, Equatable {
    let id: RequestID
    /// Bytes the client can still take; `nil`: it does not count, its socket's own backpressure holds.
    private var credit: Int?
    private var sequence: UInt32 = 0

    init(id: RequestID, credit: Int) {
        self.id = id
        self.credit = credit > 0 ? credit : nil
    }

    /// The same stream, without counting credit any more: for its last item.
    init(continuing outlet: StreamOutlet) {
        self = outlet
        credit = nil
    }

    mutating func add(credit bytes: Int) {
        guard let credit, bytes > 0 else { return }
        // A client may not talk the counter into overflow.
        self.credit = min(credit.addingReportingOverflow(bytes).partialValue, 1 << 40)
    }

    /// Sends what the credit allows. An item may overdraw it once, so that one larger than the window still passes.
    mutating func flush(_ queue: inout ItemQueue) -> [EdgeEffect] {
        var effects: [EdgeEffect] = []
        while credit.map({ $0 > 0 }) ?? true, let item = queue.popFirst() {
            if let credit { self.credit = credit - item.count }
            sequence &+= 1
            effects.append(.sendItem(id, sequence: sequence, item))
        }
        return effects
    }
}

/// Items that wait, bounded in number and bytes.
struct ItemQueue: Sendable, Equatable {
    private var items: [[UInt8]] = []
    private var head = 0
    private var bytes = 0
    private let longest: Int
    private let largest: Int

    init(_ policy: EdgePolicy) {
        longest = policy.queuedItems
        largest = policy.queuedBytes.bytes
    }

    var isEmpty: Bool { head == items.count }

    /// `false`: no room.
    mutating func append(_ item: [UInt8]) -> Bool {
        guard items.count - head < longest, bytes + item.count <= largest else { return false }
        items.append(item)
        bytes += item.count
        return true
    }

    mutating func popFirst() -> [UInt8]? {
        guard head < items.count else { return nil }
        let item = items[head]
        items[head] = []
        head += 1
        bytes -= item.count
        if head == items.count || head >= 64 {
            items.removeFirst(head)
            head = 0
        }
        return item
    }
}
