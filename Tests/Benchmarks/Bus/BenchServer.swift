import Bus
import Foundation
import Wire

/// Bytes in, the same bytes out: what the peers do too.
enum BenchMethods {
    static let echo = MethodDescriptor(service: "bench.Echo", name: "Echo")
}

/// The answering process. Lives until its standard input ends or it is told to end.
enum BenchServer {
    static func run(_ words: [String]) async throws {
        let keys = words.contains("curve") ? BenchKeys() : nil
        var configuration = BusConfiguration(service: "bench", instance: "bench-1", bind: "tcp://127.0.0.1:0")
        configuration.runsHandlersOnBusThread = words.contains("inline")
        configuration.security = keys?.server
        if words.contains("tap") { configuration.tapBind = .endpoint("tcp://127.0.0.1:0") }
        let node = try BusNode(configuration)
        node.serve([RPCHandler(BenchMethods.echo, .unary { (_, request) in request })])
        try node.start()
        print("ready \(node.boundEndpoint ?? "-") \(keys?.text ?? node.tapEndpoint ?? "-")")
        // A pipe is buffered, and whoever started this waits for the line.
        fflush(nil)
        while readLine() != nil {}
        await node.close()
    }
}
