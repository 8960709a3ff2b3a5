import Bus
import CallModel
import Foundation
import MonotonicClock
import Wire

/// Runs every row so many times and prints medians.
struct Bench {
    private let folder: String
    private let rounds: Int
    private let length: Duration
    /// Phones that lose their gateway; 0: that is not measured.
    private let sessions: Int

    init?(arguments: [String]) {
        guard let folder = arguments.first else { return nil }
        self.folder = folder
        rounds = arguments.count > 1 ? Int(arguments[1]) ?? 3 : 3
        length = .seconds(arguments.count > 2 ? Double(arguments[2]) ?? 4 : 4)
        sessions = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
    }

    func run() async {
        var samples: [Row: [Sample]] = [:]
        for round in stride(from: 1, through: rounds, by: 1) {
            for (row, sample) in await measured("SQLite", measureSQLite) + measured("PostgreSQL", measurePostgreSQL) {
                samples[row, default: []].append(sample)
            }
            say("round \(round) of \(rounds)")
        }
        let herd = sessions > 0 ? await measureHerd() : nil
        for (failure, count) in herd?.failures ?? [:] { say("phones: \(failure) x\(count)") }
        Report(samples: samples, herd: herd).printAll()
    }

    /// Nothing if it cannot be measured, which is said: the other rows are.
    private func measured(_ store: String, _ body: () async throws -> [(Row, Sample)]) async -> [(Row, Sample)] {
        do { return try await body() } catch {
            say("\(store): \(error)")
            return []
        }
    }

    /// All rows of a round on one service that starts with an empty store.
    private func measureSQLite() async throws -> [(Row, Sample)] {
        try await withService { bench in
            try await bench.warmUp()
            let peak = try await bench.measure(.closed(inFlight: 256), .whole)
            return [
                (Row.peak, peak),
                (.steady, try await bench.measure(.open(perSecond: 1_000), .whole)),
                (.cancel, try await bench.measure(.open(perSecond: 300), .cancelled)),
                (.elsewhere, try await bench.measure(.open(perSecond: 300), .elsewhere)),
                (.overload, try await bench.overload(peak: peak.completedPerSecond)),
            ]
        }
    }

    private func measurePostgreSQL() async throws -> [(Row, Sample)] {
        let server = try PostgresProcess()
        defer { server.end() }
        return try await withService(store: server.address) { bench in
            try await bench.warmUp()
            bench.service.count(familyOf: server.process)
            return [
                (Row.serverPeak, try await bench.measure(.closed(inFlight: 256), .whole)),
                (.serverSteady, try await bench.measure(.open(perSecond: 500), .whole)),
            ]
        }
    }

    /// Starts everything around the service, and the service.
    private func withService(
        store: String? = nil, _ body: (Shifts) async throws -> [(Row, Sample)]
    ) async throws -> [(Row, Sample)] {
        let standIns = StandIns()
        var configuration = BusConfiguration(service: "bench", instance: "bench-load", bind: "tcp://127.0.0.1:0")
        configuration.runsHandlersOnBusThread = true
        let node = try BusNode(configuration)
        node.serve(standIns.handlers)
        try node.start()
        standIns.open(at: node.boundEndpoint ?? "")
        let service = try SignalingProcess(
            program: folder + "/signaling", port: 17_103, neighbours: node.boundEndpoint ?? "", store: store)
        defer { service.end() }
        let measured = try await body(Shifts(node: node, standIns: standIns, service: service, length: length))
        for (row, sample) in measured where !sample.complaints.isEmpty {
            say("\(row.rawValue): \(sample.complaints.joined(separator: "; "))")
        }
        if !service.complaints.isEmpty { say(service.complaints) }
        await node.close()
        return measured
    }

    private func measureHerd() async -> HerdBench.Result? {
        do { return try await HerdBench(folder: folder, sessions: sessions).run() } catch {
            say("phones: \(error)")
            return nil
        }
    }

    private func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// What is measured, in the order of the table.
enum Row: String, CaseIterable {
    case peak = "SQLite, whole calls, 256 under way"
    case steady = "SQLite, whole calls, 1,000/s offered"
    case cancel = "SQLite, called off while ringing, 300/s offered"
    case elsewhere = "SQLite, two devices, one answers, 300/s offered"
    case overload = "SQLite, whole calls, three times the first row offered"
    case serverPeak = "PostgreSQL, whole calls, 256 under way"
    case serverSteady = "PostgreSQL, whole calls, 500/s offered"
}

/// What one measurement of a row gave. Times in milliseconds.
struct Sample {
    var offeredPerSecond = 0.0
    var completedPerSecond = 0.0
    /// Of the service, and of its database server, in microseconds.
    var cpuPerCall = 0.0
    var loadCPUPerCall = 0.0
    var alertingP50 = 0.0
    var alertingP99 = 0.0
    /// From the order that ends a ring until the device that is to be silent knows.
    var silenceP99 = 0.0
    var refusedPerSecond = 0.0
    var refusalP99 = 0.0
    /// How long after the overload the last call suffered from it.
    var recovery = 0.0
    /// Calls that came to no end.
    var lost = 0.0
    var complaints: [String] = []
}
