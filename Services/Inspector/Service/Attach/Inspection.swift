import Bus
import BusKeys
import CommandLineKit
import Foundation
import ServiceKit
import Wire

/// What every verb that talks to processes has: a node on the bus, the targets, and where to write.
struct Inspection: Sendable {
    let node: BusNode
    let list: TargetList
    let console: Console
    /// How long a process may take to be connected; an answer may take as long again.
    let patience: Duration
    private let dialLog = DialLog()
    /// Whose keys we have.
    private let services: [String]

    /// Who is there.
    struct Roll: Sendable {
        var present: [Attachment] = []
        var absent: [Absence] = []
    }

    init(_ arguments: Arguments) throws {
        console = try Console(arguments)
        list = try TargetList(arguments)
        patience = try arguments.duration("patience") ?? .seconds(2)
        var configuration = BusConfiguration(service: "inspector", instance: "zmqinspect-\(getpid())")
        configuration.version = Version.current
        configuration.timing.readyPatience = patience
        configuration.observers = [dialLog]
        configuration.security = try list.keys.map(Inspection.security)
        services = configuration.security.map { $0.serverKeys.keys.map(\.rawValue).sorted() } ?? []
        node = try BusNode(configuration)
        try node.start()
    }

    /// The inspector's own keys; those that may also call what changes something, if the folder has them.
    private static func security(_ folder: String) throws -> BusSecurity {
        do throws(KeyFolderProblems) {
            let keyring = try KeyFolder(path: folder).read()
            let isFull = keyring.keys.contains { $0.role == .inspectorFull && $0.pair != nil }
            return try keyring.security(of: isFull ? .inspectorFull : .inspector, at: Date())
        } catch {
            throw VerbFailure("--keys \(folder): \(error.list.joined(separator: "; "))", code: .usage)
        }
    }

    /// Asks every target who it is, all at once.
    func callRoll() async throws -> Roll {
        let targets = await list.addresses()
        var answers: [(Int, Result<Attachment, RPCError>)] = []
        await withTaskGroup(of: (Int, Result<Attachment, RPCError>).self) { group in
            for (index, target) in targets.enumerated() {
                group.addTask { (index, await attach(target)) }
            }
            for await answer in group { answers.append(answer) }
        }
        var roll = Roll()
        for (index, answer) in answers.sorted(by: { $0.0 < $1.0 }) {
            switch answer {
            case .success(let attachment): roll.present.append(attachment)
            case .failure(let error): roll.absent.append(absence(targets[index], error))
            }
        }
        return roll
    }

    /// The processes that answer; a failure that says what is wrong with each if there are none.
    func attachAll() async throws -> [Attachment] {
        let roll = try await callRoll()
        for absence in roll.absent where !roll.present.isEmpty {
            console.remark("zmqinspect: \(absence.endpoint): \(absence.sentence)")
        }
        guard !roll.present.isEmpty else { throw failure(roll.absent) }
        return roll.present
    }

    /// On an encrypted bus a server is trusted by its service's keys. Where the service is not known, every service whose keys
    /// we have is tried, all at once.
    func attach(_ target: Target) async -> Result<Attachment, RPCError> {
        guard target.service.isEmpty, !services.isEmpty, target.endpoint.hasPrefix("tcp://") else {
            return await attach(as: target)
        }
        return await withTaskGroup(of: Result<Attachment, RPCError>.self) { group in
            for service in services {
                group.addTask { await attach(as: Target(service: service, endpoint: target.endpoint)) }
            }
            var failure = RPCError(.unavailable, reason: .neverSent)
            for await result in group {
                if case .success = result {
                    group.cancelAll()
                    return result
                }
                if case .failure(let error) = result { failure = error }
            }
            return .failure(failure)
        }
    }

    /// Asks twice: the first answer includes making the connection, and says nothing about the way or the clock.
    private func attach(as target: Target) async -> Result<Attachment, RPCError> {
        let channel = node.channel(to: [target.endpoint], service: target.service)
        let client = Proto.IntrospectClient(channel)
        do {
            _ = try await client.stats(Proto.StatsRequest(), CallOptions(timeout: patience * 2))
            let started = ContinuousClock.now
            let before = Date.now.timeIntervalSince1970
            let stats = try await client.stats(Proto.StatsRequest(), CallOptions(timeout: patience * 2))
            let middle = (before + Date.now.timeIntervalSince1970) / 2
            let offset = stats.wallUs == 0 ? 0 : Double(stats.wallUs) / 1_000_000 - middle
            return .success(
                Attachment(
                    target: target, channel: channel, stats: stats, roundTrip: ContinuousClock.now - started,
                    clockOffset: .seconds(offset)))
        } catch {
            return .failure(error)
        }
    }

    /// One channel to several instances of a service.
    func channel(to attachments: [Attachment]) -> BusChannel {
        node.channel(to: attachments.map(\.endpoint), service: attachments.first?.target.service ?? "")
    }

    func absence(_ target: Target, _ error: RPCError) -> Absence {
        Absence(endpoint: target.endpoint, error: error, refusal: dialLog.refusal(at: target.endpoint))
    }

    /// What to tell somebody who reached nobody.
    func failure(_ absences: [Absence]) -> VerbFailure {
        let isRefused = absences.contains(where: \.isRefusal)
        let lines = absences.map { "  \($0.endpoint)  \($0.sentence)" }.joined(separator: "\n")
        let code: ExitCode = isRefused ? .refused : .unreachable
        return VerbFailure("no process answered.\n\(lines)\n\(advice(isRefused))", code: code)
    }

    /// What somebody may do who reached nobody.
    func advice(_ isRefused: Bool) -> String {
        isRefused
            ? "Give --keys with a folder that has the inspector's key, or ask for one: `partyline keys bus`."
            : "Is `partyline up` running? \(list.keys == nil ? "If their bus is encrypted, give --keys. " : "")"
                + "`zmqinspect doctor` looks closer. Targets came from \(list.source)."
    }

    /// Ends the connections; what a process hears of us last.
    func close() async { await node.close() }
}

extension Inspection {
    /// Runs a verb's work and closes the connections afterwards, however it ends.
    static func with(
        _ arguments: Arguments, _ work: (Inspection) async throws -> ExitCode
    ) async throws -> ExitCode {
        let inspection = try Inspection(arguments)
        do {
            let code = try await work(inspection)
            await inspection.close()
            return code
        } catch {
            await inspection.close()
            throw error
        }
    }
}
