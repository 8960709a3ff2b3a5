/// A first-in, first-out queue with amortised constant cost.
struct FIFO<Element> {
    private var storage: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == storage.count }
    var count: Int { storage.count - head }
    var first: Element? { isEmpty ? nil : storage[head] }

    mutating func append(_ element: Element) { storage.append(element) }

    mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head]
        storage[head] = nil
        head += 1
        if head > 64, head * 2 > storage.count {
            storage.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll(where shouldRemove: (Element) -> Bool) {
        storage = storage[head...].filter { element in element.map { !shouldRemove($0) } ?? false }
        head = 0
    }

    func contains(_ element: Element) -> Bool where Element: Equatable { storage[head...].contains(element) }

    /// Empties it and returns what it held, in order.
    mutating func takeAll() -> [Element] {
        let all = storage[head...].compactMap { $0 }
        storage.removeAll(keepingCapacity: true)
        head = 0
        return all
    }
}
