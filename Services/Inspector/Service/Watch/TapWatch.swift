import Bus
import CommandLineKit
import Foundation
import InspectorCore
import Wire

/// Reads the taps of all targets, or a recording of them, for one reader.
struct TapWatch: Sendable {
    /// What a verb counts and asks its expressions about.
    enum Subject: Sendable {
        case events, exchanges
    }

    /// What the command line asks for.
    let filter: TapFilter
    let count: Int
    let length: Duration?
    let until: CallExpression?
    let isStrict: Bool
    /// A recording to read instead.
    let file: String?
    let console: Console
    /// Processes that were heard, or whose recording was read, must be complete for `--strict`.
    private let inspection: Inspection?
    private let shelf: SchemaShelf

    static let fileOption = Option.value("from", "FILE", "read a recording instead of the running processes")

    /// What only running processes can be asked for.
    private static let liveOptions =
        OptionGroup.targets.options + OptionGroup.tap.options.filter { $0.name == "budget" }

    /// - Parameters:
    ///   - subject: what `--until` is asked about.
    ///   - level: what is asked for unless `--level` says otherwise.
    ///   - trace: only this one; empty: all.
    init(
        _ arguments: Arguments, about subject: Subject, level: Proto.TapLevel, trace: [UInt8] = []
    ) async throws {
        console = try Console(arguments)
        file = arguments["from"]
        if file != nil {
            try arguments.refuse(TapWatch.liveOptions, "goes with running processes, not with --from")
        }
        count = try arguments.integer("count", in: 1...Int.max, default: .max)
        length = try arguments.duration("for")
        isStrict = arguments.has("strict")
        until = try arguments["until"].map { text throws(ArgumentFailure) in
            try CallExpression.read(text, about: subject)
        }
        inspection = file == nil ? try Inspection(arguments) : nil
        shelf = try SchemaShelf(arguments, patience: inspection?.patience ?? .seconds(1))
        var filter = TapFilter()
        filter.level =
            try TapWatch.level(arguments) ?? (file != nil || until?.needsContents == true ? .contents : level)
        filter.sampling = UInt64(try arguments.integer("sample", in: 1...1_000_000, default: 1))
        filter.bytesPerSecond = try arguments.integer("budget", in: 1_000...100_000_000, default: 1_000_000)
        filter.shardKey = arguments["key"] ?? ""
        filter.userID = arguments["user"] ?? ""
        filter.peer = arguments["peer"] ?? ""
        filter.traceID = trace
        filter.who = "zmqinspect of \(ProcessInfo.processInfo.userName)"
        filter.methods = arguments.list("method").map { $0.contains(".") ? $0 : "partyline.v1." + $0 }
        self.filter = filter
    }

    private static func level(_ arguments: Arguments) throws(ArgumentFailure) -> Proto.TapLevel? {
        switch arguments["level"] {
        case nil: nil
        case "metadata": .metadata
        case "contents": .contents
        case let other?: throw ArgumentFailure(message: "--level is metadata or contents, not \(other)")
        }
    }

    var targets: [String] { inspection?.list.targets.map(\.endpoint) ?? [] }

    /// The contracts that the attached processes speak, for a recording to keep.
    func contracts() async -> [Proto.DescribeResponse] { await shelf.answers }

    /// Gives items to the reader until it returns false, the time is over, or somebody stops us.
    func run(_ take: (WatchItem) async throws -> Bool) async throws -> WatchEnd {
        if let file { return try await RecordedWatch(file, shelf, filter, length: length).run(take) }
        guard let inspection else { return .over }
        let mailbox = WatchMailbox()
        let roster = Roster(inspection, shelf, filter) { mailbox.put($0) }
        // Held for as long as we run: it takes the signals from the system.
        let signals = StopSignals()
        let work = [
            Task { await roster.run() },
            Task {
                await signals.wait()
                mailbox.stop(.stopped)
            },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(250))
                    mailbox.put(.tick(.now))
                }
            },
        ]
        let end: WatchEnd
        let timer = WatchTimer(length) { mailbox.stop(.over) }
        defer { timer.stop() }
        do { end = try await read(mailbox, timer, take) } catch {
            for task in work { task.cancel() }
            await inspection.close()
            throw error
        }
        for task in work { task.cancel() }
        await inspection.close()
        return end
    }

    private func read(
        _ mailbox: WatchMailbox, _ timer: WatchTimer, _ take: (WatchItem) async throws -> Bool
    ) async throws -> WatchEnd {
        var announcement = Announcement(console: console, targets: inspection?.list.targets.count ?? 0) {
            [inspection] isRefused in
            inspection?.advice(isRefused) ?? ""
        }
        for await item in mailbox.items {
            if let end = mailbox.end { return end }
            if let failure = announcement.take(item) { throw failure }
            if announcement.isDone { timer.start() }
            if try await !take(item) { return .satisfied }
        }
        return mailbox.end ?? .over
    }

    /// What a watch that is over ends with: nothing matched, events missing, or all well.
    func exitCode(matched: Int, needsMatch: Bool, missed: MissedEvents) -> ExitCode {
        for sentence in missed.sentences { console.remark("zmqinspect: \(sentence)") }
        if isStrict, missed.total > 0 { return .incomplete }
        return needsMatch && matched == 0 ? .failure : .success
    }
}

/// `--for`: counted from when we listen, not from when we began to look for somebody to listen to.
private final class WatchTimer {
    private let length: Duration?
    private let ring: @Sendable () -> Void
    private var task: Task<Void, Never>?

    init(_ length: Duration?, _ ring: @escaping @Sendable () -> Void) {
        self.length = length
        self.ring = ring
    }

    func start() {
        guard task == nil, let length else { return }
        task = Task { [ring] in
            try? await Task.sleep(for: length)
            ring()
        }
    }

    func stop() { task?.cancel() }
}

/// Tells a person, on standard error, whom we listen to; ends a watch that can hear nobody.
private struct Announcement {
    let console: Console
    let targets: Int
    /// For whoever can hear nobody; told whether it was refused.
    let advice: @Sendable (Bool) -> String
    private var heard: Set<String> = []
    private var absent: [Absence] = []
    private var tapless: Set<String> = []
    private(set) var isDone = false

    init(console: Console, targets: Int, advice: @escaping @Sendable (Bool) -> String) {
        self.console = console
        self.targets = targets
        self.advice = advice
    }

    mutating func take(_ item: WatchItem) -> VerbFailure? {
        switch item {
        case .listening(let attachment):
            heard.insert(attachment.endpoint)
            if isDone { say("listening to \(printable(attachment.name)) too") }
        case .absent(let absence):
            absent.append(absence)
            say("\(absence.endpoint): \(absence.sentence)")
        case .tapless(let attachment):
            tapless.insert(attachment.endpoint)
            say("\(printable(attachment.name)) has no tap: nothing is seen there (its tap-bind is off)")
        case .lost(let target, let cause):
            if heard.remove(target) != nil { say("lost \(target): \(cause)") }
        default: break
        }
        guard !isDone, heard.count + absent.count + tapless.count >= targets else { return nil }
        isDone = true
        if heard.isEmpty { return failure }
        say("listening to \(heard.count) process\(heard.count == 1 ? "" : "es")")
        return nil
    }

    private var failure: VerbFailure {
        let isRefused = absent.contains(where: \.isRefusal)
        let why =
            tapless.isEmpty
            ? "nobody answered. \(advice(isRefused))" : "no process that answers has a tap (see `tap-bind`)"
        return VerbFailure("there is nothing to listen to: \(why)", code: isRefused ? .refused : .unreachable)
    }

    private func say(_ sentence: String) { console.remark("zmqinspect: \(sentence)") }
}

/// Foundation has an Expression of its own.
typealias CallExpression = InspectorCore.Expression

extension CallExpression {
    /// The expression that somebody typed; a failure that shows the place.
    static func read(_ text: String, about subject: TapWatch.Subject) throws(ArgumentFailure) -> CallExpression {
        let expression: CallExpression
        do { expression = try CallExpression(parsing: text) } catch {
            let lines = "\(error)".split(separator: "\n").map { "  " + $0 }
            throw ArgumentFailure(message: (["the expression cannot be read:"] + lines).joined(separator: "\n"))
        }
        switch subject {
        case .events where expression.needsExchanges:
            throw ArgumentFailure(message: "\(text): single events have no latency; `zmqinspect grep` has")
        case .exchanges where expression.needsEvents:
            throw ArgumentFailure(message: "\(text): only single events have kind and point; `zmqinspect tap` has")
        default: return expression
        }
    }
}
