import Bus
import Foundation
import Testing
import Wire

/// What a call costs. Processor time, not the clock on the wall: a busy machine makes calls slow, not dear.
@Suite(.serialized) struct CostTests {
    @Test("section 8, 13: a call at depth 256 costs caller and server together a bounded amount of processor time")
    func processorTime() async {
        // In a process of its own: only the calls are measured.
        await #expect(processExitsWith: .success) {
            let server = try EchoServer()
            let client = try makeClient()
            let channel = client.channel(to: [server.endpoint])
            let request = [UInt8](repeating: 7, count: 200)
            _ = try await channel.unary(TestMethods.echo, request, CallOptions(timeout: .seconds(30)))
            let calls = 10_240
            let before = processorSeconds()
            await withTaskGroup { group in
                for _ in 0..<256 {
                    group.addTask {
                        for _ in 0..<calls / 256 {
                            _ = try? await channel.unary(
                                TestMethods.echo, request, CallOptions(timeout: .seconds(60)))
                        }
                    }
                }
            }
            let each = (processorSeconds() - before) / Double(calls)
            FileHandle.standardError.write(Data("processor time of a call: \(each * 1e6) us\n".utf8))
            // Unoptimised code: four times what it takes here. `make bench-bus` has the figures that count.
            guard each < 800e-6 else { exit(3) }
            // All of them were answered.
            guard await server.node.counters().allSatisfy({ $0.name != "bus_queue_full_total" || $0.value == 0 }) else {
                exit(4)
            }
        }
    }
}

private func processorSeconds() -> Double {
    var usage = rusage()
    unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
