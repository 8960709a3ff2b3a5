import Bus
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

    /// Who is there.
    struct Roll: Sendable {
        var present: [Attachment] = []
        var absent: [Absence] = []
    }

    init(_ arguments: Arguments) throws {
        console = try Console(arguments)
        list = try TargetList(arguments)
        patience = try arguments.duration("patience") ?? .seconds(1)
        var configuration = BusConfiguration(service: "inspector", instance: "zmqinspect-\(getpid())")
        configuration.version = Version.current
        configuration.timing.readyPatience = patience
        configuration.observers = [dialLog]
        node = try BusNode(configuration)
        try node.start()
    }

    /// Asks every target who it is, all at once.
    func callRoll() async throws -> Roll {
        let endpoints = list.targets
        var answers: [(Int, Result<Attachment, RPCError>)] = []
        await withTaskGroup(of: (Int, Result<Attachment, RPCError>).self) { group in
            for (index, endpoint) in endpoints.enumerated() {
                group.addTask { (index, await attach(endpoint)) }
            }
            for await answer in group { answers.append(answer) }
        }
        var roll = Roll()
        for (index, answer) in answers.sorted(by: { $0.0 < $1.0 }) {
            switch answer {
            case .success(let attachment): roll.present.append(attachment)
            case .failure(let error): roll.absent.append(absence(endpoints[index], error))
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

    func attach(_ endpoint: String) async -> Result<Attachment, RPCError> {
        let channel = node.channel(to: [endpoint])
        let started = ContinuousClock.now
        let wallBefore = Date.now.timeIntervalSince1970
        do {
            let stats = try await Proto.IntrospectClient(channel)
                .stats(Proto.StatsRequest(), CallOptions(timeout: patience * 2))
            let roundTrip = ContinuousClock.now - started
            let middle = (wallBefore + Date.now.timeIntervalSince1970) / 2
            let offset = stats.wallUs == 0 ? 0 : Double(stats.wallUs) / 1_000_000 - middle
            return .success(
                Attachment(
                    endpoint: endpoint, channel: channel, stats: stats, roundTrip: roundTrip,
                    clockOffset: .seconds(offset)))
        } catch {
            return .failure(error)
        }
    }

    func absence(_ endpoint: String, _ error: RPCError) -> Absence {
        Absence(endpoint: endpoint, error: error, refusal: dialLog.refusal(at: endpoint))
    }

    /// What to tell somebody who reached nobody.
    func failure(_ absences: [Absence]) -> VerbFailure {
        let isRefused = absences.contains(where: \.isRefusal)
        let lines = absences.map { "  \($0.endpoint)  \($0.sentence)" }.joined(separator: "\n")
        let advice =
            isRefused
            ? "Give --keys with a folder that has the inspector's key, or ask for one: `partyline keys bus`."
            : "Is `partyline up` running? `zmqinspect doctor` looks closer. Targets came from \(list.source)."
        return VerbFailure("no process answered.\n\(lines)\n\(advice)", code: isRefused ? .refused : .unreachable)
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
