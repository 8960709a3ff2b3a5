// The bus under random faults for as long as asked: several peers that are killed, stopped, cut off and blocked while
// callers go on. Run by scripts/soak.sh. Exit codes: 0 every law held, 1 one was broken,
// 2 it was not understood what is asked for.
import Bus
import FaultSupport
import Foundation
import TestSupport

let options: SoakOptions
do { options = try SoakOptions(ProcessInfo.processInfo.environment) } catch {
    FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
    exit(2)
}
print("soak: \(options.duration) with SEED=\(options.seed)")
try FileManager.default.createDirectory(at: options.folder, withIntermediateDirectories: true)
let peers = try (0..<4).map { number in
    try PeerProcess(
        "peer-\(number)", on: rebindableEndpoint(), folder: options.folder.path, executable: options.peer)
}
// Half of the peers are reached over a wire that can be cut.
let proxies = peers.prefix(2).map { peer in
    TCPProxy(to: peer.endpoint.split(separator: ":").last.flatMap { UInt16($0) } ?? 0)
}
let endpoints = proxies.map(\.endpoint) + peers.dropFirst(2).map(\.endpoint)
let nodes = try (0..<3).map { try BusNode(BusConfiguration(service: "soak", instance: "soak-\($0)")) }
let record = options.folder.appending(path: "ledger")
let ledger = try Ledger(record)
let load = CallLoad(nodes: nodes, endpoints: endpoints, ledger: ledger, seed: options.seed)
let callers = Task { await load.run() }
let chaos = Chaos(peers, proxies, nodes[0], seed: options.seed, isLong: options.isLong)
let between = options.duration / 120
let sampler = Task { () -> Footprint in
    var footprint = Footprint()
    while !Task.isCancelled {
        footprint.sample()
        try? await Task.sleep(for: between)
    }
    return footprint
}
try await chaos.run(until: .now + options.duration)
callers.cancel()
await callers.value
sampler.cancel()
let footprint = await sampler.value
var counters: [String: UInt64] = [:]
for node in nodes {
    for (name, value) in await node.counters() { counters[name, default: 0] += value }
    await node.close()
}
for proxy in proxies { proxy.stop() }
for peer in peers { peer.kill() }

let report = Report(
    seed: options.seed, totals: ledger.totals, audit: try Audit(record, peers), footprint: footprint,
    deeds: chaos.deeds, counters: counters, crashed: peers.reduce(0) { $0 + $1.endsByItself })
report.show()
try? FileManager.default.removeItem(at: options.folder)
exit(report.holds ? 0 : 1)
