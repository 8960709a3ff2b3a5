import CommandLineKit
import InspectorCore
import Wire

/// `zmqinspect rtt`: how far away each process is, through the queue that real calls take.
enum RTTVerb: InspectorVerb {
    static let name = "rtt"
    static let summary = "round-trip time and clock offset of each process"
    static let synopsis = ""
    static let explanation = """
        Sends Introspect/Echo to each process, one after the other, and shows the shortest, median and longest round trip. Echo is
        answered through the queue that real calls take, so a process that is alive but stuck shows here. The clock
        column is the process's wall clock minus this host's, as exact as half the round trip.
        """
    static let ownOptions: [Option] = [
        .value("count", "N", "round trips per process (default 20)"), .value("size", "BYTES", "payload (default 0)"),
    ]
    static let groups: [OptionGroup] = [.targets, .output]
    static let examples = ["zmqinspect rtt", "zmqinspect rtt --target tcp://signaling:7103 --count 1000 --size 1000"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.refuseRest()
        let count = try arguments.integer("count", in: 1...1_000_000, default: 20)
        let size = try arguments.integer("size", in: 0...(WireLimits.messageBytes - 1_024), default: 0)
        return try await Inspection.with(arguments) { inspection in
            let attachments = try await inspection.attachAll()
            let console = inspection.console
            var rows: [[String]] = []
            var failed = 0
            for attachment in attachments {
                let (histogram, failure) = await measure(attachment, count, size, inspection.patience)
                if failure != nil { failed += 1 }
                if console.isJSON {
                    console.emit(.rtt, members(attachment, histogram, failure))
                } else {
                    rows.append(
                        [printable(attachment.name), attachment.endpoint]
                            + (histogram.isEmpty
                                ? ["-", "-", "-"]
                                : [histogram.minimum, histogram.median, histogram.maximum].map(Quantity.short))
                            + [
                                attachment.stats.wallUs == 0 ? "-" : Quantity.signed(attachment.clockOffset),
                                failure.map { "\($0.code): \(printable($0.message))" } ?? "",
                            ])
                }
            }
            if !console.isJSON {
                console.table(
                    ["PROCESS", "ENDPOINT", "MIN", "MEDIAN", "MAX", "CLOCK", ""], rows, rightAligned: [2, 3, 4, 5])
            }
            return failed == 0 ? .success : .failure
        }
    }

    private static func measure(
        _ attachment: Attachment, _ count: Int, _ size: Int, _ patience: Duration
    ) async -> (LatencyHistogram, RPCError?) {
        let client = Proto.IntrospectClient(attachment.channel)
        let message = Proto.EchoMessage(payload: [UInt8](repeating: 0, count: size))
        var histogram = LatencyHistogram()
        for _ in 0..<count {
            let started = ContinuousClock.now
            do { _ = try await client.echo(message, CallOptions(timeout: patience)) } catch {
                return (histogram, error)
            }
            histogram.record(ContinuousClock.now - started)
        }
        return (histogram, nil)
    }

    private static func members(
        _ attachment: Attachment, _ histogram: LatencyHistogram, _ failure: RPCError?
    ) -> MemberList {
        var members = MemberList()
        members.add("service", attachment.stats.service)
        members.add("instance", attachment.stats.instance)
        members.add("target", attachment.endpoint)
        members.append("round_trip", histogram.json())
        if attachment.stats.wallUs != 0 { members.add("clock_offset_us", attachment.clockOffset) }
        if let failure {
            members.add("status", JSONWord.of(failure.code))
            members.add("status_message", failure.message)
        }
        return members
    }
}

extension JSONValue {
    /// A time span as a whole number of microseconds.
    static func microseconds(_ span: Duration) -> JSONValue { .integer(Int64(span / .microseconds(1))) }
}
