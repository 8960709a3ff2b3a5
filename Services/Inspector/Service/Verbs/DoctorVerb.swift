import Bus
import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect doctor`: what is wrong between this tool and each process.
enum DoctorVerb: InspectorVerb {
    static let name = "doctor"
    static let summary = "why a process cannot be inspected: address, keys, health, tap, contract, clock"
    static let synopsis = ""
    static let explanation = """
        Goes through everything that must be right for the other commands, target by target: the name has addresses, somebody answers
        there, lets us in, is healthy, has a tap that can be read, speaks the contract that this program was built with (others
        are read too), and has a clock near ours. Exit code 1 if something is wrong, 3 if nobody answered, 4 if refused.
        """
    static let groups: [OptionGroup] = [.targets, .output]
    static let examples = [
        "zmqinspect doctor", "zmqinspect doctor --target tcp://signaling:7103 --keys /etc/partyline/bus-keys",
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        return try await Inspection.with(arguments) { inspection in
            var sheet = Sheet(console: inspection.console)
            sheet.note("targets come from \(inspection.list.source)")
            sheet.note(inspection.list.keys.map { "keys from \($0)" } ?? "no keys: only plain processes can be reached")
            let roll = try await inspection.callRoll()
            for absence in roll.absent { sheet.add(absence.endpoint, "answers", absence.sentence, isWell: false) }
            for attachment in roll.present { await examine(attachment, inspection, &sheet) }
            if roll.present.isEmpty { return roll.absent.contains(where: \.isRefusal) ? .refused : .unreachable }
            return sheet.isWell ? .success : .failure
        }
    }

    private static func examine(_ attachment: Attachment, _ inspection: Inspection, _ sheet: inout Sheet) async {
        let place = attachment.endpoint
        let stats = attachment.stats
        let link = stats.isEncrypted ? "encrypted" : "not encrypted"
        sheet.add(
            place, "answers", "\(attachment.name) \(stats.version), \(link), in \(Quantity.short(attachment.roundTrip))"
        )
        do {
            let health = try await Proto.HealthClient(attachment.channel)
                .check(Proto.HealthCheckRequest(), CallOptions(timeout: inspection.patience))
            let isServing = health.status == .serving
            sheet.add(place, "health", isServing ? "serving" : "not serving: \(health.detail)", isWell: isServing)
        } catch { sheet.add(place, "health", "\(JSONWord.of(error.code)): \(error.message)", isWell: false) }
        let hash = try? await Proto.IntrospectClient(attachment.channel)
            .describe(Proto.DescribeRequest(), CallOptions(timeout: inspection.patience)).schemaHash
        let contract =
            hash == Proto.schemaHash ? "the one this program was built with" : "another one, read at run time"
        sheet.add(place, "contract", hash == nil ? "it does not describe itself" : contract, isWell: hash != nil)
        let offset = attachment.clockOffset
        let isNear = stats.wallUs == 0 || (offset < .seconds(1) && offset > .seconds(-1))
        let clock = stats.wallUs == 0 ? "it does not tell" : "\(Quantity.signed(offset)) against ours"
        sheet.add(place, "clock", clock + (isNear ? "" : ": hosts are assumed to be within a second"), isWell: isNear)
        await examineTap(attachment, inspection, &sheet)
    }

    private static func examineTap(_ attachment: Attachment, _ inspection: Inspection, _ sheet: inout Sheet) async {
        let place = attachment.endpoint
        guard !attachment.stats.tapEndpoint.isEmpty else {
            return sheet.add(place, "tap", "off: tap, follow, grep, stats and top see nothing of it", isWell: false)
        }
        let tap = TapAddress.reachable(attachment.stats.tapEndpoint, besides: place)
        guard let stream = try? inspection.node.tap(at: tap, of: attachment.stats.service) else { return }
        let first = await withTaskGroup(of: TapReading?.self) { group in
            group.addTask {
                var readings = stream.makeAsyncIterator()
                return await readings.next()
            }
            group.addTask { [patience = inspection.patience] in
                try? await Task.sleep(for: patience * 2)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        switch first {
        case .lost(let cause): sheet.add(place, "tap", "\(tap): \(cause.rawValue)", isWell: false)
        case nil: sheet.add(place, "tap", "\(tap) does not answer", isWell: false)
        default: sheet.add(place, "tap", "\(tap), readable")
        }
    }
}

/// The findings, as they are made.
private struct Sheet {
    let console: Console
    private(set) var isWell = true
    private var lastPlace = ""

    init(console: Console) { self.console = console }

    func note(_ sentence: String) { if !console.isJSON { console.say(console.paint(sentence, .dim)) } }

    mutating func add(_ place: String, _ subject: String, _ finding: String, isWell: Bool = true) {
        if !isWell { self.isWell = false }
        if console.isJSON {
            var members = MemberList()
            members.add("target", place)
            members.add("subject", subject)
            members.add("finding", finding)
            members.add("is_well", isWell)
            return console.emit(.check, members)
        }
        if place != lastPlace { console.say("\n" + console.paint(place, .bold)) }
        lastPlace = place
        let mark = isWell ? console.paint("ok  ", .green) : console.paint("bad ", .red)
        console.say("  \(mark) \(subject.padded(to: 9)) \(printable(finding))")
    }
}
