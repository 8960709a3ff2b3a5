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

    init?(arguments: [String]) {
        guard let folder = arguments.first else { return nil }
        self.folder = folder
        rounds = arguments.count > 1 ? Int(arguments[1]) ?? 3 : 3
        length = .seconds(arguments.count > 2 ? Double(arguments[2]) ?? 4 : 4)
    }

    func run() async throws {
        var samples: [Row: [Sample]] = [:]
        for round in 1...rounds {
            for (row, sample) in try await measureSQLite() { samples[row, default: []].append(sample) }
            say("round \(round) of \(rounds)")
        }
        Report(samples: samples).printAll()
    }

    /// All rows of a round on one service that starts with an empty store.
    private func measureSQLite() async throws -> [(Row, Sample)] {
        let standIns = StandIns()
        var configuration = BusConfiguration(service: "bench", instance: "bench-load", bind: "tcp://127.0.0.1:0")
        configuration.runsHandlersOnBusThread = true
        let node = try BusNode(configuration)
        node.serve(standIns.handlers)
        try node.start()
        standIns.open(at: node.boundEndpoint ?? "")
        let service = try SignalingProcess(
            program: folder + "/signaling", port: 17_103, neighbours: node.boundEndpoint ?? "")
        defer { service.end() }
        let bench = Shifts(node: node, standIns: standIns, service: service, length: length)
        try await bench.warmUp()
        let peak = try await bench.measure(.closed(inFlight: 256), .whole)
        let measured = [
            (Row.peak, peak),
            (.steady, try await bench.measure(.open(perSecond: 1_000), .whole)),
            (.cancel, try await bench.measure(.open(perSecond: 300), .cancelled)),
            (.elsewhere, try await bench.measure(.open(perSecond: 300), .elsewhere)),
            (.overload, try await bench.overload(peak: peak.completedPerSecond)),
        ]
        for (row, sample) in measured where !sample.complaints.isEmpty {
            say("\(row.rawValue): \(sample.complaints.joined(separator: "; "))")
        }
        let complaints = service.complaints
        if !complaints.isEmpty { say(complaints) }
        await node.close()
        return measured
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
