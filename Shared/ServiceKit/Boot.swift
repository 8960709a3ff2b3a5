public import Bus
import BusKeys
import Foundation
import ProcessLimits

/// The start of every service: reads the configuration, opens log, metrics, clock and bus, and later runs the parts.
///
/// ```swift
/// let boot = Boot<PushConfiguration>(service: "push")   // exits 78 on a bad configuration
/// let worker = PushWorker(boot.configuration, log: boot.log)
/// boot.bus.serve(Proto.PushMethods.handlers(for: worker))
/// await boot.run([worker])
/// ```
public struct Boot<Configuration: ServiceConfiguration>: Sendable {
    public let service: String
    /// Unique among the running instances of the service.
    public let instance: String
    /// Read, checked, and the same until the end.
    public let configuration: Configuration
    /// Writes to standard error at the configured level.
    public let log: Log
    /// What `Introspect` shows of this process.
    public let metrics: Metrics
    /// The time for every part.
    public let clock: any ServiceClock
    /// Channels work at once; calls are answered once every part has started.
    public let bus: BusNode
    /// Ends the process in an orderly way, from wherever it must.
    public let shutdown: Shutdown
    private let drainTimeout: Duration
    /// Of an encrypted bus.
    private let keyWatch: KeyWatch?

    /// Reads `--config`, environment and command line. Prints and exits for `--help` (0), `--version` (0) and for a bad
    /// configuration (78, every problem on standard error) or a bus that cannot be made (1).
    public init(
        service: String, arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String]? = nil
    ) {
        let values = Startup.values(
            ConfigurationReader(
                service: service, keys: Configuration.keys,
                conflicts: {
                    Configuration.conflicts(in: $0) + BusProtection.conflicts(in: $0, service: service)
                },
                readFile: Startup.readFile),
            arguments: arguments, environment: environment ?? ProcessInfo.processInfo.environment)
        self.service = service
        instance = values.optionalText("instance") ?? Startup.defaultInstance
        configuration = Configuration(values)
        log = Log(service: service, level: LogLevel(name: values.text("log-level")) ?? .notice)
        metrics = Metrics(service: service)
        clock = SystemClock()
        shutdown = Shutdown()
        drainTimeout = values.duration("drain-timeout")
        if values.flag("exit-with-stdin") { Lifeline.watch { [shutdown] in shutdown.request(.inputEnded) } }
        log.notice("service starting", ["version": Version.current, "instance": instance])
        for (key, value) in values.redacted { log.notice("configuration read", ["key": key, "value": value]) }
        Startup.raiseDescriptorLimit(log)
        Startup.recordCrashes(to: values.optionalText("crash-file"), log)
        let protection = Startup.protection(values, service: service, log: log)
        bus = Startup.bus(
            service: service, instance: instance, values, protection, log: log, metrics: metrics)
        if case .curve(let folder, let security) = protection {
            keyWatch = KeyWatch(folder, beginningWith: security, log: log) { [bus] in bus.update(security: $0) }
        } else {
            keyWatch = nil
        }
    }

    /// Ends a process that cannot start for a reason that its operator can mend: one sentence on standard error, and exit
    /// code 78, or 1 if what it was told is not what is wrong. Before `run`.
    public func refuseToStart(_ sentence: String, isMisconfiguration: Bool = true) -> Never {
        log.flush()
        FileHandle.standardError.write(Data("\(service): \(sentence)\n".utf8))
        exit(isMisconfiguration ? 78 : 1)  // EX_CONFIG of sysexits.h
    }

    /// Starts the parts in order, then answers on the bus, and waits for SIGTERM, SIGINT or `shutdown`. Then stops
    /// answering, drains the parts in reverse and exits: 0 after a request to end, 1 after a failure.
    ///
    /// `hangUp` is called for each SIGHUP, on a background thread, by a service that has files of its own to look at again;
    /// the keys of the bus always are.
    public func run(_ parts: [any Part], hangUp: (@Sendable () -> Void)? = nil) async -> Never {
        var runner = Runner(
            service: service, instance: instance, log: log, bus: bus, shutdown: shutdown, drainTimeout: drainTimeout)
        if keyWatch != nil || hangUp != nil {
            runner.hangUp = { [keyWatch] in
                keyWatch?.look()
                hangUp?()
            }
        }
        let code = await runner.run((keyWatch.map { [$0] } ?? []) + parts)
        log.flush()
        exit(code)
    }
}

/// The steps of `Boot` that do not depend on the configuration's type.
private enum Startup {
    static func values(
        _ reader: ConfigurationReader, arguments: [String], environment: [String: String]
    ) -> ConfigurationValues {
        switch reader.read(arguments: arguments, environment: environment) {
        case .values(let values):
            return values
        case .help:
            print(ConfigurationReader.help(service: reader.service, keys: reader.keys), terminator: "")
            exit(0)
        case .version:
            print("\(reader.service) \(Version.current)")
            exit(0)
        case .problems(let problems):
            refuse(problems, service: reader.service)
        }
    }

    /// Before the bus and its listeners take any. A process with few of them works until it has many peers.
    static func raiseDescriptorLimit(_ log: Log) {
        do throws(DescriptorLimit.Failure) {
            let limit = try DescriptorLimit.raise()
            guard limit.isAdvisable else {
                log.error(
                    "descriptors few",
                    [
                        "limit": limit.soft, "hard_limit": limit.hard, "advised": DescriptorLimit.leastAdvised,
                        "advice":
                            "raise the hard limit: ulimits.nofile in compose, LimitNOFILE= of systemd, ulimit -Hn in a shell",
                    ])
                return
            }
            log.notice("descriptors allowed", ["limit": limit.soft, "hard_limit": limit.hard])
        } catch {
            log.error("descriptor limit unknown", ["errno": error.errno])
        }
    }

    /// A process that cannot leave a record works all the same.
    static func recordCrashes(to path: String?, _ log: Log) {
        do { try BusNode.recordCrashes(to: path) } catch {
            log.error("crash record unavailable", ["path": path ?? "standard error", "error": "\(error)"])
        }
    }

    static func protection(_ values: ConfigurationValues, service: String, log: Log) -> BusProtection {
        do throws(KeyFolderProblems) {
            let protection = try BusProtection(values, service: service)
            if protection == .none, !values.networkEndpoints.isEmpty {
                log.notice("bus unencrypted", ["endpoints": values.networkEndpoints.joined(separator: ", ")])
            }
            return protection
        } catch {
            // The folder was fine a moment ago, when the configuration was checked.
            refuse(error.list, service: service)
        }
    }

    private static func refuse(_ problems: [String], service: String) -> Never {
        let text = problems.map { "\(service): configuration: \($0)\n" }.joined()
        FileHandle.standardError.write(Data(text.utf8))
        exit(78)  // EX_CONFIG of sysexits.h
    }

    static func readFile(_ path: String) -> Result<String, ConfigurationReader.FileProblem> {
        do {
            return .success(try String(contentsOfFile: path, encoding: .utf8))
        } catch {
            return .failure(ConfigurationReader.FileProblem(text: "cannot be read as UTF-8 text"))
        }
    }

    static var defaultInstance: String {
        "\(ProcessInfo.processInfo.hostName)-\(ProcessInfo.processInfo.processIdentifier)"
    }

    static func bus(
        service: String, instance: String, _ values: ConfigurationValues, _ protection: BusProtection, log: Log,
        metrics: Metrics
    ) -> BusNode {
        let bind = values.text("bus-bind")
        var configuration = BusConfiguration(service: service, instance: instance, bind: bind.isEmpty ? nil : bind)
        configuration.version = Version.current
        configuration.tapBind = TapBind(values.text("tap-bind"))
        configuration.mask = protection.mask
        if case .curve(_, let security) = protection { configuration.security = security }
        configuration.observers = [BusMetrics(metrics), BusLog(log)]
        if let requests = RequestLog(log) { configuration.serverInterceptors = [requests.interceptor] }
        configuration.counters = { metrics.snapshot }
        do {
            return try BusNode(configuration)
        } catch {
            log.error("bus failed", ["error": "\(error)"])
            exit(1)
        }
    }
}
