import Foundation

/// Everybody in turn, several rounds, medians: what disturbs the machine for a while disturbs all alike.
struct Comparison {
    private let peers: String
    private let rounds: Int
    private let seconds: Double

    init?(arguments: [String]) {
        guard let peers = arguments.first else { return nil }
        self.peers = peers
        rounds = arguments.count > 1 ? Int(arguments[1]) ?? 5 : 5
        seconds = arguments.count > 2 ? Double(arguments[2]) ?? 2 : 2
    }

    private var contenders: [Contender] {
        let raw = peers + "/raw_zmq"
        let grpc = peers + "/grpc_peer"
        let bus = CommandLine.arguments[0]
        return [
            Contender(.rawDeep, raw, inFlight: 256),
            Contender(.busDeep, bus, inFlight: 256),
            Contender(.busInline, bus, inFlight: 256, serve: ["inline"], call: ["inline"]),
            Contender(.busTyped, bus, inFlight: 256, serve: ["inline"], call: ["inline", "typed"]),
            Contender(.busTapIdle, bus, inFlight: 256, serve: ["inline", "tap"], call: ["inline"]),
            Contender(.busTapStuck, bus, inFlight: 256, serve: ["inline", "tap"], call: ["inline"], isTapStuck: true),
            Contender(.poolTapIdle, bus, inFlight: 256, serve: ["tap"]),
            Contender(.poolTapStuck, bus, inFlight: 256, serve: ["tap"], isTapStuck: true),
            Contender(.grpcDeep, grpc, inFlight: 256),
            Contender(.rawLone, raw, inFlight: 1),
            Contender(.busLone, bus, inFlight: 1),
            Contender(.busLoneInline, bus, inFlight: 1, serve: ["inline"], call: ["inline"]),
            Contender(.grpcLone, grpc, inFlight: 1),
            Contender(.rawCurve, raw, inFlight: 256, serve: ["curve"]),
            Contender(.busCurve, bus, inFlight: 256, serve: ["inline", "curve"], call: ["inline"]),
            Contender(.poolCurve, bus, inFlight: 256, serve: ["curve"]),
        ]
    }

    func run() throws {
        let contenders = contenders
        var samples: [Contender.Name: [Sample]] = [:]
        for round in 1...rounds {
            for contender in contenders {
                samples[contender.name, default: []].append(try contender.measure(seconds: seconds))
            }
            FileHandle.standardError.write(Data("round \(round) of \(rounds)\n".utf8))
        }
        let medians = samples.mapValues { Sample(medianOf: $0) }
        Report(medians: medians, order: contenders.map(\.name)).printAll()
    }
}

/// A pair of processes to measure.
struct Contender {
    enum Name: String {
        case rawDeep = "raw libzmq, C"
        case busDeep = "bus, Swift, handlers and callers on the pool"
        case busInline = "bus, Swift, both on the bus's thread"
        case busTyped = "the same through the generated stub"
        case busTapIdle = "on the bus's thread, tap bound, nobody there"
        case busTapStuck = "on the bus's thread, tap armed, inspector stuck"
        case poolTapIdle = "on the pool, tap bound, nobody there"
        case poolTapStuck = "on the pool, tap armed, inspector stuck"
        case grpcDeep = "gRPC, C++, callback"
        case rawLone = "1 in flight: raw libzmq, C"
        case busLone = "1 in flight: bus, on the pool"
        case busLoneInline = "1 in flight: bus, on its thread"
        case grpcLone = "1 in flight: gRPC, C++, blocking stub"
        case rawCurve = "CURVE: raw libzmq, C"
        case busCurve = "CURVE: bus, on its thread"
        case poolCurve = "CURVE: bus, on the pool"
    }

    enum Failure: Error { case noServer(String), noResult(String) }

    let name: Name
    private let program: String
    private let inFlight: Int
    private let serve: [String]
    private let call: [String]
    private let isTapStuck: Bool

    init(
        _ name: Name, _ program: String, inFlight: Int, serve: [String] = [], call: [String] = [],
        isTapStuck: Bool = false
    ) {
        self.name = name
        self.program = program
        self.inFlight = inFlight
        self.serve = serve
        self.call = call
        self.isTapStuck = isTapStuck
    }

    func measure(seconds: Double) throws -> Sample {
        let server = Process()
        let (words, input) = (Pipe(), Pipe())
        server.executableURL = URL(fileURLWithPath: program)
        server.arguments = ["serve"] + serve
        server.standardOutput = words
        server.standardInput = input
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        let ready = String(decoding: words.fileHandleForReading.availableData, as: UTF8.self).split(separator: " ")
        guard ready.count == 3, ready[0] == "ready" else { throw Failure.noServer(name.rawValue) }
        let key = ready[2].trimmingCharacters(in: .whitespacesAndNewlines)
        let inspector = isTapStuck ? try stuckInspector(key) : nil
        defer { inspector.map { _ = kill($0.processIdentifier, SIGKILL) } }
        return try load(String(ready[1]), key, server.processIdentifier, seconds)
    }

    private func stuckInspector(_ tap: String) throws -> Process {
        let inspector = Process()
        let words = Pipe()
        inspector.executableURL = URL(fileURLWithPath: program)
        inspector.arguments = ["stuck-inspector", tap]
        inspector.standardOutput = words
        try inspector.run()
        guard String(decoding: words.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("armed") else {
            throw Failure.noServer("stuck inspector")
        }
        return inspector
    }

    private func load(_ endpoint: String, _ key: String, _ server: Int32, _ seconds: Double) throws -> Sample {
        let client = Process()
        let words = Pipe()
        client.executableURL = URL(fileURLWithPath: program)
        client.arguments = ["call", endpoint, "\(inFlight)", "\(seconds)", "\(server)", key] + call
        client.standardOutput = words
        try client.run()
        let line = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        client.waitUntilExit()
        guard let sample = Sample(line: line) else { throw Failure.noResult(name.rawValue) }
        return sample
    }
}

/// What one run of a pair measured.
struct Sample {
    var callsPerSecond = 0.0
    var p50 = 0.0
    var p99 = 0.0
    var clientCPU = 0.0
    var serverCPU = 0.0
    /// Events that the server's tap did not send.
    var tapDropped = 0.0

    /// `calls_per_s=… p50_us=… p99_us=… client_cpu_us=… server_cpu_us=…`
    init?(line: String) {
        var values: [Substring: Double] = [:]
        for word in line.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=")
            if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
        }
        guard let calls = values["calls_per_s"], let p50 = values["p50_us"], let p99 = values["p99_us"],
            let client = values["client_cpu_us"], let server = values["server_cpu_us"]
        else { return nil }
        (callsPerSecond, self.p50, self.p99, clientCPU, serverCPU) = (calls, p50, p99, client, server)
        tapDropped = values["tap_dropped"] ?? 0
    }

    init(medianOf samples: [Sample]) {
        func median(_ value: (Sample) -> Double) -> Double {
            let sorted = samples.map(value).sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        callsPerSecond = median(\.callsPerSecond)
        p50 = median(\.p50)
        p99 = median(\.p99)
        clientCPU = median(\.clientCPU)
        serverCPU = median(\.serverCPU)
        tapDropped = median(\.tapDropped)
    }
}
