/// Puts fragments together, within a cap that is checked before a byte is kept.
struct MessageAssembler {
    enum Outcome: Equatable {
        case incomplete
        case message(WebSocketMessage)
        /// The connection must be closed with this code.
        case violation(WebSocketCloseCode, String)
    }

    private let limit: Int
    private var pending: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Takes the next piece of the current message; `isFinal` on its last one.
    mutating func append(_ bytes: UnsafeRawBufferPointer, isBinary: Bool, isFinal: Bool) -> Outcome {
        guard pending.count + bytes.count <= limit else {
            pending = []
            return .violation(.messageTooBig, "message over \(limit) bytes")
        }
        unsafe pending.append(contentsOf: bytes)
        guard isFinal else { return .incomplete }
        let whole = pending
        pending = []
        if isBinary { return .message(.binary(whole)) }
        guard let text = String(validating: whole, as: UTF8.self) else {
            return .violation(.invalidPayload, "text is not UTF-8")
        }
        return .message(.text(text))
    }
}

/// First in, first out, without moving what is left at every removal.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll() {
        elements = []
        head = 0
    }
}
