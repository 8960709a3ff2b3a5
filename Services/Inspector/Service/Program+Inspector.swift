import CommandLineKit
import ServiceKit

extension Program {
    static let inspector = Program(
        name: "zmqinspect", version: Version.current, purpose: "look at everything that moves on the bus",
        verbs: inspectorVerbs,
        firstSteps: """
            `zmqinspect help COMMAND` explains one of them, with examples. First steps, beside a running `partyline up`:
              zmqinspect list                   who is there
              zmqinspect follow alice           alice's next call, across all services
              zmqinspect grep 'status != ok'    what fails, as it fails

            Processes are found by --target (repeatable), else $ZMQINSPECT_TARGETS, else --data or ./state of `partyline up`,
            else tcp://127.0.0.1:7101 to 7105.
            Secrets are hashes (#0a1b2c3d): equal ones are equal, and nothing unmasks them.
            Exit codes: 0 done; 1 a call ended with an error, or nothing matched; 2 the command line is wrong;
            3 nothing answered; 4 refused (keys); 5 events are missing (with --strict).
            """,
        usageCode: .usage)

    static let inspectorVerbs: [any InspectorVerb.Type] = [
        ListVerb.self, DescribeVerb.self, SchemaVerb.self, CallVerb.self, ReplyVerb.self, FollowVerb.self,
        GrepVerb.self,
        TapVerb.self, WatchVerb.self, StatsVerb.self, TopVerb.self, LatencyVerb.self, RecordVerb.self, ReplayVerb.self,
        DiffVerb.self, TopologyVerb.self, DropsVerb.self, TraceVerb.self, RTTVerb.self, BenchVerb.self, DoctorVerb.self,
        CompletionVerb.self, WordsVerb.self,
    ]
}

/// Stable: scripts stand on them.
extension ExitCode {
    /// The command line cannot be taken.
    static let usage = ExitCode(rawValue: 2)
    /// No process, or none that could do it, answered.
    static let unreachable = ExitCode(rawValue: 3)
    /// A process is there and refuses us: our key is not one it lets in, or may not do this.
    static let refused = ExitCode(rawValue: 4)
    /// Events are missing, and `--strict` was given.
    static let incomplete = ExitCode(rawValue: 5)
}
