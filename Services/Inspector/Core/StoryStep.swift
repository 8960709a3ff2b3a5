package import Wire

/// One line of a story: an arrow between two lifelines, or a mark on one.
package struct StoryStep: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case request
        case answer
        case item
        case cancel
        case drop
        /// A request that nobody answered.
        case unanswered
        /// Several equal exchanges or items, told once.
        case folded
        /// Something about a process: a restart, a set clock, missed events.
        case note
    }

    /// Where the time of an exchange went. What was not seen is `nil`.
    package struct Timing: Sendable, Hashable {
        package var total: Duration?
        package var network: Duration?
        package var queue: Duration?
        package var handler: Duration?

        package init(total: Duration? = nil, network: Duration? = nil, queue: Duration? = nil, handler: Duration? = nil)
        {
            self.total = total
            self.network = network
            self.queue = queue
            self.handler = handler
        }
    }

    package var kind: Kind
    /// On the common clock.
    package var at: Moment
    /// Indices into the story's lifelines; equal for a mark.
    package var from: Int
    package var to: Int
    /// `Signaling/Call`
    package var title: String
    /// What the message says, in a few words.
    package var detail = ""
    package var timing = Timing()
    package var status: Proto.Status?
    package var attempt: UInt32 = 1
    /// The exchange it is a part of.
    package var exchange: UInt64?
    /// How many were folded.
    package var count = 1
    /// The last of those folded.
    package var until: Moment?
    package var uncertainty: Duration?
    /// Its time was moved so that effects follow causes.
    package var isClamped = false
    package var process: ProcessKey?

    /// Tells apart what falls into one microsecond of one process.
    var order: Int64 = 0
    /// Steps with one key may fold.
    var foldKey: String?

    package init(_ kind: Kind, at: Moment, from: Int, to: Int, title: String) {
        self.kind = kind
        self.at = at
        self.from = from
        self.to = to
        self.title = title
    }

    /// Its status or its kind says that something went wrong.
    package var isTrouble: Bool {
        switch kind {
        case .drop, .unanswered: true
        case .cancel: true
        default: status.map { $0.code != .ok } ?? false
        }
    }
}
