// A server of the bus in a process of its own, for tests that kill, stop or block it. Arguments: endpoint, instance name,
// and a file that gets one line per executed request. Prints its endpoint once it answers.
import Bus
import Foundation
import Synchronization
import Wire

let arguments = CommandLine.arguments
guard arguments.count == 4, let journal = FileHandle(forWritingAtPath: arguments[3]) else {
    FileHandle.standardError.write(Data("usage: bus-peer ENDPOINT INSTANCE JOURNAL\n".utf8))
    exit(64)
}
// A second life goes on where the first was killed.
journal.seekToEndOfFile()

/// What it has executed, in order, also for whoever looks after a kill: each line is one write.
let executed = Mutex(journal)
let instance = arguments[2]

func service(_ name: String, isIdempotent: Bool = false) -> MethodDescriptor {
    MethodDescriptor(service: "test.Echo", name: name, isIdempotent: isIdempotent)
}

@Sendable func note(_ name: String, _ request: [UInt8]) {
    executed.withLock { $0.write(Data("\(name) \(String(decoding: request, as: UTF8.self))\n".utf8)) }
}

@Sendable func block() { Thread.sleep(forTimeInterval: 600) }

let node = try BusNode(BusConfiguration(service: "echo", instance: instance, bind: arguments[1]))
node.serve([
    RPCHandler(
        service("Echo"),
        .unary { (_, request) in
            note("Echo", request)
            return Array(instance.utf8)
        }),
    RPCHandler(
        service("Lookup", isIdempotent: true),
        .unary { (_, request) in
            note("Lookup", request)
            return Array(instance.utf8)
        }),
    // Must not be executed twice; answers with the request, so that a caller knows its own.
    RPCHandler(
        service("Book"),
        .unary { (_, request) in
            note("Book", request)
            return request
        }),
    // As many items as the reader takes.
    RPCHandler(
        MethodDescriptor(service: "test.Echo", name: "Pour", isServerStreaming: true),
        .serverStream { (_, _, responder) async throws(RPCError) in
            let item = [UInt8](repeating: 7, count: 1_000)
            while true { try await responder.send(item) }
        }),
    // Holds every thread that handlers run on, as code does that waits without `await`.
    RPCHandler(
        service("Hang"),
        .unary { (_, request) in
            for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount { Task { block() } }
            return request
        }),
])
try node.start()
print(node.boundEndpoint ?? "")
fflush(nil)
// With whoever started it, also if that was killed.
while FileHandle.standardInput.availableData.isEmpty == false {}
exit(0)
