import CommandLineKit
import Bus
import BusKeys
import Foundation
import Wire

/// The five services of one host as child processes: started in order, watched, restarted, drained in reverse.
actor Stack {
    typealias Service = StackLayout.Service

    /// What happened, for whoever shows it to a person.
    enum Event: Sendable {
        case started(Service, processID: Int32)
        case healthy(Service, after: Duration)
        case died(Service, status: Int32, restartIn: Duration)
        case stopping(Service)
        case stopped(Service)
    }

    private let layout: StackLayout
    private let executables: URL
    private let node: BusNode
    private let report: @Sendable (Event) -> Void
    private var children: [Service: ChildProcess] = [:]
    private var watchers: [Service: Task<Void, Never>] = [:]
    private var claim: StackClaim?
    private var isStopping = false

    /// `executables` is the folder that holds `gateway`, `presence`, `signaling`, `push` and `media`.
    init(layout: StackLayout, executables: URL, report: @escaping @Sendable (Event) -> Void) throws {
        self.layout = layout
        self.executables = executables
        self.report = report
        var configuration = BusConfiguration(service: "partyline", instance: "up-\(getpid())", bind: nil)
        configuration.security = try Stack.security(layout)
        node = try BusNode(configuration)
        try node.start()
    }

    /// This command's own, which may ask services whether they are well.
    private static func security(_ layout: StackLayout) throws -> BusSecurity? {
        guard layout.isBusEncrypted else { return nil }
        do {
            return try KeyFolder(layout.busKeys).read().security(of: .command, at: Date())
        } catch {
            throw VerbFailure(error.description, code: .configuration)
        }
    }

    /// Starts all services and returns when each has answered healthy over the bus.
    func start() async throws {
        for service in Service.allCases {
            let file = executables.appendingPathComponent(service.rawValue)
            guard FileManager.default.isExecutableFile(atPath: file.path) else {
                throw VerbFailure(
                    "\(file.path) is missing. Build all services first: make release", code: .unavailable)
            }
        }
        try layout.createFolders()
        claim = try StackClaim(layout)
        for service in Service.allCases { try launch(service) }
        for service in Service.allCases { try await awaitHealth(of: service, within: .seconds(20)) }
        for service in Service.allCases { watch(service) }
        let endpoints = Service.allCases.map { "\($0.rawValue) \(layout.busEndpoint($0))\n" }.joined()
        try Data(endpoints.utf8).write(to: layout.endpointsFile, options: .atomic)
    }

    /// Drains the services in reverse order.
    func stop() async {
        isStopping = true
        try? FileManager.default.removeItem(at: layout.endpointsFile)
        for watcher in watchers.values { watcher.cancel() }
        for service in Service.allCases.reversed() {
            guard let child = children.removeValue(forKey: service) else { continue }
            report(.stopping(service))
            await child.stop(grace: .seconds(10))
            try? FileManager.default.removeItem(at: layout.pidFile(service))
            report(.stopped(service))
        }
        await node.drain(within: .seconds(1))
        claim = nil
    }

    private func launch(_ service: Service) throws {
        let child = try ChildProcess(
            name: service.rawValue, executable: executables.appendingPathComponent(service.rawValue),
            arguments: layout.flags(service), environment: layout.environment(service), log: layout.log(service))
        children[service] = child
        try Data("\(child.processID)\n".utf8).write(to: layout.pidFile(service), options: .atomic)
        report(.started(service, processID: child.processID))
    }

    private func awaitHealth(of service: Service, within limit: Duration) async throws {
        let clock = ContinuousClock()
        let begin = clock.now
        let health = Proto.HealthClient(node.channel(to: [layout.busEndpoint(service)], service: service.rawValue))
        while clock.now - begin < limit {
            let answer = try? await health.check(Proto.HealthCheckRequest(), CallOptions(timeout: .milliseconds(500)))
            if answer?.status == .serving {
                report(.healthy(service, after: clock.now - begin))
                return
            }
            guard children[service]?.isRunning == true else {
                throw VerbFailure(
                    """
                    \(service.rawValue) ended while starting. Its last words:
                    \(lastLines(of: layout.log(service)))
                    """, code: .unavailable)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw VerbFailure(
            "\(service.rawValue) did not become healthy within \(limit). See \(layout.log(service).path)",
            code: .unavailable)
    }

    /// Restarts a service that dies, at once the first time, then ever slower up to 5 s.
    private func watch(_ service: Service) {
        watchers[service] = Task {
            let clock = ContinuousClock()
            var pause = Duration.milliseconds(100)
            while !Task.isCancelled, let child = children[service] {
                let startedAt = clock.now
                let status = await child.waitForExit()
                guard !isStopping, !Task.isCancelled else { return }
                if clock.now - startedAt > .seconds(30) { pause = .milliseconds(100) }
                report(.died(service, status: status, restartIn: pause))
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
                guard !isStopping, !Task.isCancelled else { return }
                relaunch(service)
            }
        }
    }

    private func relaunch(_ service: Service) {
        do {
            try launch(service)
        } catch {
            Program.partyline.complain("cannot restart \(service.rawValue): \(error)")
        }
    }

    private func lastLines(of file: URL) -> String {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(8).map { "    " + $0 }.joined(separator: "\n")
    }
}
