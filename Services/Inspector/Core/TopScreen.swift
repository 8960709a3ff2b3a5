import Wire

/// What `top` shows, and what keys change in it. Pure: the shell reads keys, takes snapshots and writes lines.
package struct TopScreen: Sendable {
    /// A key, as far as the screen knows it.
    package enum Key: Sendable, Hashable {
        case character(Character)
        case up, down, pageUp, pageDown, home, end
        case enter, escape, backspace
    }

    /// The numbers of one moment.
    package struct Snapshot: Sendable {
        package var takenAt: Moment
        /// Processes that are listened to, and of those the ones that answer.
        package var targetCount: Int
        package var connectedCount: Int
        package var methods: MethodStatistics
        package var missed: MissedEvents
        /// Latest first.
        package var drops: [DropsView.Message]
        /// Events taken, per second.
        package var eventRate: Double

        package init(
            takenAt: Moment, targetCount: Int, connectedCount: Int, methods: MethodStatistics,
            missed: MissedEvents = MissedEvents(), drops: [DropsView.Message] = [], eventRate: Double = 0
        ) {
            self.takenAt = takenAt
            self.targetCount = targetCount
            self.connectedCount = connectedCount
            self.methods = methods
            self.missed = missed
            self.drops = drops
            self.eventRate = eventRate
        }
    }

    package private(set) var isPaused = false
    package private(set) var wantsToQuit = false
    package private(set) var order = MethodStatistics.Order.rate
    /// Instances of a service taken together.
    package private(set) var isCombined = false
    package private(set) var filter: Expression?
    /// First row that is shown.
    package private(set) var scroll = 0
    /// What is being typed as a filter; `nil`: nothing.
    package private(set) var draft: String?
    private var isHelpShown = false
    /// Which of the slowest exchanges is looked at, from 0.
    package private(set) var opened: Int?
    private var message = ""
    /// What is shown while paused.
    private var frozen: Snapshot?
    private var latest: Snapshot?

    package init() {}

    /// New numbers. While paused they wait.
    package mutating func show(_ snapshot: Snapshot) { latest = snapshot }

    // MARK: Keys

    package mutating func press(_ key: Key) {
        message = ""
        if draft != nil { return edit(key) }
        switch key {
        case .character("q"): wantsToQuit = true
        case .character("p"), .character(" "):
            isPaused.toggle()
            frozen = isPaused ? latest : nil
        case .character("s"):
            let all = MethodStatistics.Order.allCases
            order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
        case .character("i"): isCombined.toggle()
        case .character("/"): draft = filter?.text ?? ""
        case .character("?"), .character("h"): isHelpShown.toggle()
        case .character(let digit) where "123456789".contains(digit):
            let place = (digit.wholeNumberValue ?? 1) - 1
            opened = opened == place ? nil : place
        case .escape:
            // Closes what is open first, then takes the filter away.
            if opened == nil, !isHelpShown { filter = nil }
            (opened, isHelpShown) = (nil, false)
        case .up, .character("k"): scroll = max(0, scroll - 1)
        case .down, .character("j"): scroll += 1
        case .pageUp: scroll = max(0, scroll - 10)
        case .pageDown: scroll += 10
        case .home: scroll = 0
        case .end: scroll = Int.max / 2
        case .character, .enter, .backspace: break
        }
    }

    private mutating func edit(_ key: Key) {
        switch key {
        case .character(let character): draft?.append(character)
        case .backspace: if draft?.isEmpty == false { draft?.removeLast() }
        case .escape: draft = nil
        case .enter: acceptDraft()
        default: break
        }
    }

    /// A single word is looked for in the method; everything else is an expression.
    private mutating func acceptDraft() {
        let text = draft ?? ""
        if text.allSatisfy(\.isWhitespace) {
            (filter, draft) = (nil, nil)
            return
        }
        let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || "/_-.*".contains($0) }
        do throws(ExpressionError) {
            filter = try Expression(parsing: isWord ? "method ~ \(text)" : text)
            (draft, scroll) = (nil, 0)
        } catch { message = error.message }
    }

    // MARK: The frame

    /// Exactly `height` lines, none wider than `width`.
    package mutating func frame(width: Int, height: Int, style: Style) -> [String] {
        let (width, height) = (max(20, width), max(5, height))
        guard let snapshot = frozen ?? latest else {
            return filled([style(.quiet, "waiting for the first numbers")], height)
        }
        if isHelpShown { return filled(Self.help.map { TextLayout.cut($0, to: width) }, height) }
        if let opened, opened < snapshot.methods.slowest.count {
            let details = LineText(style: .plain).details(snapshot.methods.slowest[opened])
            let lines = details.flatMap { folded($0, width) }
            return filled(Array(lines.prefix(height - 1)), height - 1) + [foot(width, style)]
        }
        var lines = header(snapshot, width, style)
        let drops = dropLines(snapshot, width, style, room: max(0, min(6, height / 5)))
        let slowest = slowestLines(snapshot, width, style, room: max(0, min(8, height / 4)))
        let room = max(2, height - lines.count - drops.count - slowest.count - 1)
        lines += methodLines(snapshot, width, style, room: room) + slowest + drops
        return filled(Array(lines.prefix(height - 1)), height - 1) + [foot(width, style)]
    }

    /// A long line over several, without losing its spaces.
    private func folded(_ line: String, _ width: Int) -> [String] {
        var rest = Substring(line)
        var lines: [String] = []
        while rest.count > width {
            lines.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return lines + [String(rest)]
    }

    private func filled(_ lines: [String], _ height: Int) -> [String] {
        lines.prefix(height) + Array(repeating: "", count: max(0, height - lines.count))
    }

    private func header(_ snapshot: Snapshot, _ width: Int, _ style: Style) -> [String] {
        let calls = snapshot.methods.rows(at: snapshot.takenAt).reduce(0) { $0 + $1.rate(at: snapshot.takenAt) }
        let title =
            "zmqinspect top  \(snapshot.takenAt.timeOfDay.prefix(8))  \(snapshot.connectedCount) of "
            + "\(snapshot.targetCount) processes  \(Quantity.rate(snapshot.eventRate)) events/s  "
            + "\(Quantity.rate(calls)) calls/s" + (isPaused ? "  PAUSED" : "")
        let isWhole = snapshot.connectedCount == snapshot.targetCount
        var lines = [style(isPaused || !isWhole ? .warning : .heading, TextLayout.cut(title, to: width))]
        let missed = snapshot.missed.sentences.joined(separator: "; ")
        if !missed.isEmpty { lines.append(style(.warning, TextLayout.cut("note: \(missed)", to: width))) }
        if let filter { lines.append(style(.quiet, TextLayout.cut("filter: \(printable(filter.text))", to: width))) }
        return lines
    }

    private mutating func methodLines(_ snapshot: Snapshot, _ width: Int, _ style: Style, room: Int) -> [String] {
        let methods = isCombined ? snapshot.methods.combined() : snapshot.methods
        let rows = methods.rows(by: order, at: snapshot.takenAt).filter { row in filter?.matches(row) ?? true }
        scroll = min(scroll, max(0, rows.count - (room - 1)))
        var table = Table(MethodStatistics.columns)
        for row in rows.dropFirst(scroll).prefix(room - 1) { table.add(row.cells(at: snapshot.takenAt)) }
        return table.lines(width: width, style: style)
    }

    private func slowestLines(_ snapshot: Snapshot, _ width: Int, _ style: Style, room: Int) -> [String] {
        guard room > 2, !snapshot.methods.slowest.isEmpty else { return [] }
        let lines = snapshot.methods.slowestTable.lines(width: width, style: style)
        return ["", style(.heading, "slowest")] + lines.dropFirst().prefix(room - 2)
    }

    private func dropLines(_ snapshot: Snapshot, _ width: Int, _ style: Style, room: Int) -> [String] {
        guard room > 2, !snapshot.drops.isEmpty else { return [] }
        let lines = DropsView.table(snapshot.drops, at: snapshot.takenAt).lines(width: width, style: style)
        return ["", style(.heading, "dropped")] + lines.dropFirst().prefix(room - 2)
    }

    private func foot(_ width: Int, _ style: Style) -> String {
        if !message.isEmpty { return style(.bad, TextLayout.cut(message, to: width)) }
        if let draft { return TextLayout.cut("filter: \(printable(draft))▏ (enter, escape)", to: width) }
        let keys = "q quit  p pause  s sort: \(order.rawValue)  i instances  / filter  1-9 slowest  ↑↓ scroll  ? help"
        return style(.quiet, TextLayout.cut(keys, to: width))
    }

    private static let help = [
        "keys", "",
        "  q           quit", "  p, space    pause: the numbers stand still, events are still counted",
        "  s           sort by the next of \(MethodStatistics.Order.allCases.map(\.rawValue).joined(separator: ", "))",
        "  i           instances one by one, or each service as one",
        "  /           filter rows: a part of a method, or an expression such as latency > 50ms and status != ok",
        "  1 to 9      one of the slowest exchanges in full, and back",
        "  escape      back; no filter", "  ↑ ↓ k j     scroll; page up, page down, home, end",
        "  ?, h        this page",
        "", "  times of a filter are 99th percentiles; rates are over ten seconds",
    ]
}
