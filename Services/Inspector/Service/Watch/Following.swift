import InspectorCore

/// What is known of the story so far.
struct Following {
    private(set) var pairing: Pairing
    private var selector: StorySelector
    /// The story's calls alone, paired as they come.
    private var calls = ExchangeTable()
    private var lastGain: Moment?
    private var isGrowing = false
    private let begin = Moment.now

    init(_ query: StoryQuery, _ watch: TapWatch) {
        pairing = Pairing(watch)
        selector = StorySelector(query)
    }

    /// Takes one item; gives the calls of the story that ended by it.
    mutating func take(_ item: WatchItem) -> [Exchange] {
        _ = pairing.take(item)
        switch item {
        case .record(let record):
            let gained = selector.take(record)
            guard !gained.isEmpty else { return [] }
            for record in gained { calls.take(record) }
            lastGain = record.arrivedAt
            isGrowing = true
        case .tick(let now): calls.advance(to: now)
        default: return []
        }
        return calls.takeFinished()
    }

    /// Something came since the last time, or may have settled.
    mutating func hasGrown(by now: Moment) -> Bool {
        defer { if let lastGain, now - lastGain > .seconds(1) { isGrowing = false } }
        return isGrowing
    }

    /// Something was seen, but nothing after that moment.
    func isQuiet(since moment: Moment) -> Bool { lastGain.map { $0 < moment } ?? false }

    /// When the story grew last.
    var latest: Moment { lastGain ?? begin }

    /// For how long it has been followed.
    func age(at now: Moment) -> Duration { now - begin }

    var story: CallStory {
        CallStory(
            selector.query, records: selector.records, clocks: pairing.clocks, missed: pairing.missed,
            leftOut: selector.leftOut)
    }
}
