import Bus
import CallModel
import Foundation
import MonotonicClock
import Wire

/// The calling process: so many tasks, each with one call under way at a time.
struct BenchLoad {
    private static let warmUp = Duration.milliseconds(400)

    private let endpoint: String
    private let inFlight: Int
    private let duration: Duration
    private let server: Int32
    /// `echo`: bytes through the channel. `typed`: through the generated stub, encoded and decoded at both ends.
    private let isTyped: Bool
    /// `inline`: the tasks run on the bus's own thread.
    private let isInline: Bool
    /// On an encrypted bus.
    private let keys: BenchKeys?

    init?(arguments: [String]) {
        guard arguments.count >= 4, let inFlight = Int(arguments[1]), inFlight > 0,
            let seconds = Double(arguments[2]), let server = Int32(arguments[3])
        else { return nil }
        endpoint = arguments[0]
        self.inFlight = inFlight
        duration = .seconds(seconds)
        self.server = server
        keys = arguments.count > 4 ? BenchKeys(arguments[4]) : nil
        isTyped = arguments.dropFirst(4).contains("typed")
        isInline = arguments.dropFirst(4).contains("inline")
    }

    func run() async throws {
        var configuration = BusConfiguration(service: "load", instance: "load-1")
        configuration.security = keys?.client
        let node = try BusNode(configuration)
        let channel = node.channel(to: [endpoint], service: keys == nil ? "" : "bench")
        _ = try await channel.unary(BenchMethods.echo, [], CallOptions())
        let begins = MonotonicInstant.now + Self.warmUp
        let ends = begins + duration
        let tasks = (0..<inFlight).map { _ in
            Task(executorPreference: isInline ? node.executor : nil) {
                isTyped ? try await typed(channel, begins, ends) : try await bytes(channel, begins, ends)
            }
        }
        try await Task.sleep(for: begins - .now)
        let before = (own: Self.cpuMicroseconds(of: 0), server: Self.cpuMicroseconds(of: server))
        try await Task.sleep(for: ends - .now)
        let after = (own: Self.cpuMicroseconds(of: 0), server: Self.cpuMicroseconds(of: server))
        var latencies: [Float] = []
        for task in tasks { latencies += try await task.value }
        let counters = try await Proto.IntrospectClient(channel).stats(Proto.StatsRequest()).counters
        let dropped = counters.first { $0.name == "bus_tap_events_dropped_total" }?.value
        report(
            latencies, own: after.own - before.own, server: after.server - before.server, tapDropped: dropped ?? 0)
        await node.close()
    }

    private func report(_ unsorted: [Float], own: Double, server: Double, tapDropped: UInt64) {
        let latencies = unsorted.sorted()
        guard !latencies.isEmpty else { fatalError("no call was answered") }
        let count = Double(latencies.count)
        print(
            String(
                format:
                    "calls_per_s=%.0f p50_us=%.1f p99_us=%.1f client_cpu_us=%.3f server_cpu_us=%.3f tap_dropped=%llu",
                count / (duration / .seconds(1)), latencies[latencies.count / 2],
                latencies[latencies.count * 99 / 100], own / count, server / count, tapDropped))
    }

    private func bytes(
        _ channel: BusChannel, _ begins: MonotonicInstant, _ ends: MonotonicInstant
    ) async throws -> [Float] {
        let request = [UInt8](repeating: 1, count: 200)
        let options = CallOptions()
        return try await measure(begins, ends) { () async throws(RPCError) in
            try await channel.unary(BenchMethods.echo, request, options).count
        }
    }

    private func typed(
        _ channel: BusChannel, _ begins: MonotonicInstant, _ ends: MonotonicInstant
    ) async throws -> [Float] {
        let client = Proto.IntrospectClient(channel)
        let request = Proto.EchoMessage(payload: [UInt8](repeating: 1, count: 200))
        return try await measure(begins, ends) { () async throws(RPCError) in
            try await client.echo(request).payload.count
        }
    }

    /// Microseconds of each call that ended between the two instants.
    private func measure(
        _ begins: MonotonicInstant, _ ends: MonotonicInstant,
        _ call: () async throws(RPCError) -> Int
    ) async throws -> [Float] {
        var latencies: [Float] = []
        latencies.reserveCapacity(1 << 14)
        var started = MonotonicInstant.now
        while started < ends {
            guard try await call() == 200 else { fatalError("a wrong answer") }
            let now = MonotonicInstant.now
            if now >= begins, now < ends { latencies.append(Float(now.nanoseconds - started.nanoseconds) / 1_000) }
            started = now
        }
        return latencies
    }

    /// Of a whole process, all threads, user and system; 0 is this one.
    private static func cpuMicroseconds(of process: Int32) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
