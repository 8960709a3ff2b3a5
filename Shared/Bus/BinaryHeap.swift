/// The smallest element first. Who keeps dead entries in it decides when they go.
struct BinaryHeap<Element: Comparable> {
    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        siftUp(elements.count - 1)
    }

    /// Does nothing if it is empty.
    mutating func removeFirst() {
        guard !elements.isEmpty else { return }
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        siftDown(0)
    }

    /// Changes what it holds in any way, and orders it anew.
    mutating func rebuild(_ change: (inout [Element]) -> Void) {
        change(&elements)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard elements[index] < elements[parent] else { return }
            elements.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in (2 * index + 1)...(2 * index + 2) where child < elements.count {
                if elements[child] < elements[smallest] { smallest = child }
            }
            if smallest == index { return }
            elements.swapAt(index, smallest)
            index = smallest
        }
    }
}
