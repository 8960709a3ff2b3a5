import Wire
import CommandLineKit
import InspectorCore
import Synchronization

/// `zmqinspect top`: what the bus does right now, on the whole terminal.
enum TopVerb: InspectorVerb {
    static let name = "top"
    static let summary = "what the bus does right now, on the whole terminal"
    static let synopsis = "[EXPR]"
    static let explanation = """
        Methods with rates, errors and percentiles, the slowest calls, and what was dropped, four times a second. Keys: p or space
        pauses, s changes the order, i takes the instances of a service together, / filters by a word or an expression, arrows
        and page keys scroll, ? explains, q or Ctrl-C leaves. Without a terminal use `zmqinspect stats`.
        """
    static let groups: [OptionGroup] = [.tap, .targets, .schema, .screen]
    static let examples = ["zmqinspect top", "zmqinspect top 'service == signaling'"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard arguments.rest.count <= 1 else { throw ArgumentFailure(message: "it takes one expression; quote it") }
        let expression = try arguments.rest.first.map { try CallExpression.read($0, about: .exchanges) }
        let watch = try await TapWatch(
            arguments, about: .exchanges, level: expression?.needsContents == true ? .contents : .metadata)
        var numbers = Numbers(watch)
        let shared = SharedScreen()
        // Whatever is said before the first process is heard is said on the ordinary screen.
        var terminal: RawTerminal?
        var keys: Task<Void, Never>?
        defer { keys?.cancel() }
        _ = try await watch.run { item in
            numbers.take(item, expression)
            guard case .tick(let now) = item, numbers.isHeard else { return true }
            if terminal == nil {
                guard let raw = RawTerminal() else {
                    throw VerbFailure("top needs a terminal; `zmqinspect stats` prints a table", code: .usage)
                }
                terminal = raw
                keys = Task { [inputs = raw.inputs] in
                    for await input in inputs { shared.screen.withLock { $0.take(input) } }
                }
            }
            let size = TerminalSize.current
            let (snapshot, style) = (numbers.snapshot(now), watch.console.style)
            let frame = shared.screen.withLock { screen -> [String]? in
                screen.show(snapshot)
                return screen.wantsToQuit
                    ? nil : screen.frame(width: size.columns, height: size.rows, style: style)
            }
            guard let frame else { return false }
            terminal?.show(frame)
            return true
        }
        terminal = nil
        return watch.exitCode(matched: 0, needsMatch: false, missed: numbers.missed)
    }
}

/// Keys come in beside the numbers.
private final class SharedScreen: Sendable {
    let screen = Mutex(TopScreen())
}

/// What the screen shows, counted from the watch.
private struct Numbers {
    private var pairing: Pairing
    private var methods = MethodStatistics()
    private var events = SlidingRate(window: .seconds(5))
    private var drops: [DropsView.Message] = []
    private var known: Set<String> = []
    private var connected: Set<String> = []
    private let targetCount: Int
    private var now = Moment.now

    init(_ watch: TapWatch) {
        pairing = Pairing(watch)
        targetCount = watch.targets.count
    }

    var isHeard: Bool { !connected.isEmpty }
    var missed: MissedEvents { pairing.missed }

    mutating func take(_ item: WatchItem, _ expression: CallExpression?) {
        switch item {
        case .tick(let moment): now = moment
        case .attached(let attachment): known.insert(attachment.endpoint)
        case .listening(let attachment): connected.insert(attachment.endpoint)
        case .lost(let target, _): connected.remove(target)
        case .record(let record):
            events.record(at: record.arrivedAt)
            if record.event.point == .drop { drops = Array(([DropsView.Message(record)] + drops).prefix(50)) }
        default: break
        }
        for exchange in pairing.take(item) where expression?.matches(exchange) ?? true {
            methods.take(exchange, at: now)
        }
    }

    mutating func snapshot(_ moment: Moment) -> TopScreen.Snapshot {
        methods.setOpen(pairing.openCounts)
        return TopScreen.Snapshot(
            takenAt: moment, targetCount: max(targetCount, known.count), connectedCount: connected.count,
            methods: methods, missed: pairing.missed, drops: drops, eventRate: events.rate(at: moment))
    }
}

extension TopScreen {
    /// A key of the terminal as the screen knows it.
    fileprivate mutating func take(_ input: RawTerminal.Input) {
        switch input {
        case .character(let character): press(.character(character))
        case .up: press(.up)
        case .down: press(.down)
        case .pageUp: press(.pageUp)
        case .pageDown: press(.pageDown)
        case .home: press(.home)
        case .end: press(.end)
        case .enter: press(.enter)
        case .escape: press(.escape)
        case .backspace: press(.backspace)
        case .interrupt:
            if draft != nil { press(.escape) }
            press(.character("q"))
        case .resized: break
        }
    }
}
