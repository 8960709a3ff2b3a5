import Testing

@testable import ServiceKit

struct SampleConfiguration: ServiceConfiguration {
    static let keys =
        ConfigurationKey.common(busPort: 7199) + [
            .integer("workers", default: 4, in: 1...64, "How many at once."),
            .duration("pause", default: "500ms", in: .zero...(.seconds(60)), "Between two attempts."),
            .flag("strict", default: false, "Refuse what is doubtful."),
            .endpoints("peers", default: "tcp://127.0.0.1:7102", "Where the others are."),
            .path("data-dir", default: "data", "Where the store is."),
            .text("secret-key", "Shared with nobody.", isSecret: true),
            .choice("speed", of: ["fast", "slow"], default: "fast", "How."),
        ]

    let workers: Int
    let pause: Duration
    let isStrict: Bool
    let peers: [String]

    static func conflicts(in values: ConfigurationValues) -> [String] {
        values.flag("strict") && values.integer("workers") > 10 ? ["strict allows at most 10 workers"] : []
    }

    init(_ values: ConfigurationValues) {
        workers = values.integer("workers")
        pause = values.duration("pause")
        isStrict = values.flag("strict")
        peers = values.endpoints("peers")
    }
}

@Suite struct ConfigurationTests {
    private func read(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) -> ConfigurationReader.Outcome {
        ConfigurationReader(
            service: "sample", keys: SampleConfiguration.keys, conflicts: SampleConfiguration.conflicts,
            readFile: { _ in file.map { .success($0) } ?? .failure(.init(text: "no such file")) }
        ).read(arguments: arguments, environment: environment)
    }

    private func values(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) throws -> ConfigurationValues {
        guard case .values(let values) = read(arguments, environment: environment, file: file) else {
            throw Unexpected(outcome: "\(read(arguments, environment: environment, file: file))")
        }
        return values
    }

    private func problems(
        _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
    ) -> [String] {
        guard case .problems(let problems) = read(arguments, environment: environment, file: file) else { return [] }
        return problems
    }

    private struct Unexpected: Error {
        let outcome: String
    }

    @Test("without any word from outside the defaults hold")
    func defaults() throws {
        let configuration = SampleConfiguration(try values())
        #expect(configuration.workers == 4)
        #expect(configuration.pause == .milliseconds(500))
        #expect(!configuration.isStrict)
        #expect(configuration.peers == ["tcp://127.0.0.1:7102"])
    }

    @Test("the command line beats the environment, which beats the file, which beats the default")
    func precedence() throws {
        let file = "# a comment\nworkers = 1\n\npause=1s\n  speed =  slow  \npeers ="
        let all = try values(
            ["--config", "x.conf", "--workers=3"], environment: ["SAMPLE_WORKERS": "2", "SAMPLE_PAUSE": "2s"],
            file: file)
        #expect(all.integer("workers") == 3)
        #expect(all.duration("pause") == .seconds(2))
        #expect(all.text("speed") == "slow")
        #expect(all.endpoints("peers") == [])
    }

    @Test("flags are written with a space, with an equals sign, or alone for true")
    func flagForms() throws {
        #expect(try values(["--workers", "7"]).integer("workers") == 7)
        #expect(try values(["--strict"]).flag("strict"))
        #expect(try values(["--strict", "--workers", "7"]).flag("strict"))
        #expect(try !values(["--strict=false"]).flag("strict"))
        #expect(try values(["--secret-key=a=b"]).text("secret-key") == "a=b")
    }

    @Test("every problem is listed, with where it came from")
    func allProblems() {
        let found = problems(
            ["--config", "x.conf", "--workers", "0", "--nonsense", "1", "stray", "--speed"],
            environment: ["SAMPLE_PAUSE": "soon"],
            file: "workers = many\ngarbage\nunknown = 1\nspeed = fast\nspeed = slow")
        #expect(
            found == [
                "stray: not an option; see --help",
                "--speed: a value is missing",
                "workers = \"many\" (x.conf:1): must be number 1 to 64",
                "x.conf:2: not a `key = value` line",
                "unknown (x.conf:3): no such key; see --help",
                "x.conf:5: speed is set in line 4 already",
                "pause = \"soon\" (environment SAMPLE_PAUSE): must be duration 0s to 1m, units ms s m h",
                "workers = \"0\" (command line): must be number 1 to 64",
                "nonsense (command line): no such key; see --help",
            ])
    }

    @Test("a missing file is a problem; values that clash are one, once each is legal by itself")
    func fileAndConflicts() {
        #expect(problems(["--config", "gone.conf"]) == ["--config gone.conf: no such file"])
        #expect(problems(["--strict", "--workers", "11"]) == ["strict allows at most 10 workers"])
    }

    @Test(
        "legal and illegal values",
        arguments: [
            ("pause", "0", true), ("pause", "60s", true), ("pause", "1m", true), ("pause", "61s", false),
            ("pause", "1", false), ("pause", "-1s", false), ("pause", "1d", false), ("pause", "", false),
            ("peers", "tcp://10.0.0.1:1,tcp://[::1]:2, ipc:///run/x", true), ("peers", "tcp://host:1", true),
            ("peers", "tcp://a-b.example_1.org:1", true), ("peers", "tcp://-a:1", false),
            ("peers", "tcp://a..b:1", false),
            ("peers", "tcp://*:1", false), ("peers", "tcp://a b:1", false), ("bus-bind", "tcp://host:1", false),
            ("peers", "tcp://10.0.0.1", false), ("peers", "tcp://10.0.0.256:1", false),
            ("peers", "udp://10.0.0.1:1", false),
            ("peers", "tcp://10.0.0.1:65536", false), ("bus-bind", "tcp://*:7199", true), ("speed", "medium", false),
            ("strict", "yes", false), ("workers", "65", false), ("workers", "1e1", false), ("log-level", "debug", true),
        ])
    func legality(key: String, text: String, isLegal: Bool) {
        #expect(problems(["--\(key)=\(text)"]).isEmpty == isLegal)
    }

    @Test("a secret is never printed, neither in the log nor in a complaint")
    func secrets() throws {
        let all = try values(["--secret-key=hunter2"])
        #expect(!all.redacted.contains { $0.value.contains("hunter2") })
        #expect(all.redacted.contains { $0.key == "secret-key" && $0.value == "<secret>" })
        #expect(!problems(["--secret-key=hunter\02"]).joined().contains("hunter"))
        #expect(try values().redacted.contains { $0.key == "secret-key" && $0.value.isEmpty })
    }

    @Test("help and version win over everything else")
    func helpAndVersion() {
        guard case .help = read(["--nonsense", "--help"]) else { return #expect(Bool(false), "no help") }
        guard case .version = read(["--version"]) else { return #expect(Bool(false), "no version") }
        let help = ConfigurationReader.help(service: "sample", keys: SampleConfiguration.keys)
        for key in SampleConfiguration.keys {
            #expect(help.contains("--\(key.name)") && help.contains(key.help))
        }
        #expect(help.contains("SAMPLE_SECRET_KEY"))
    }

    @Test("the reference file decodes to the defaults; a missing key or another value is told")
    func reference() {
        let text = ReferenceConfiguration.text(for: SampleConfiguration.self, service: "sample")
        #expect(ReferenceConfiguration.complaints(about: text, for: SampleConfiguration.self, service: "sample") == [])
        let edited = text.replacing("workers = 4", with: "workers = 5").replacing("speed = fast", with: "")
        #expect(
            ReferenceConfiguration.complaints(about: edited, for: SampleConfiguration.self, service: "sample") == [
                "workers is 5, its default is 4", "speed is missing",
            ])
    }
}
