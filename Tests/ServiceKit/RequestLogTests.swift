import Bus
import Foundation
import TestSupport
import Testing
import Wire

@testable import ServiceKit

@Suite(.timeLimit(.minutes(1))) struct RequestLogTests {
    private func log(_ level: LogLevel, to pipe: Pipe) -> Log {
        Log(service: "echo", sink: LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, level: level))
    }

    @Test("at debug level every request is logged with its caller and its trace; otherwise there is no interceptor")
    func atDebugLevel() async throws {
        let pipe = Pipe()
        #expect(RequestLog(log(.notice, to: pipe)) == nil)
        let log = log(.debug, to: pipe)
        let requests = try #require(RequestLog(log))
        var configuration = BusConfiguration(service: "echo", instance: "echo-1", bind: "tcp://127.0.0.1:0")
        configuration.serverInterceptors = [requests.interceptor]
        let node = try BusNode(configuration)
        try node.start()
        let caller = try BusNode(BusConfiguration(service: "tester", instance: "tester-1"))
        let introspect = Proto.IntrospectClient(caller.channel(to: [try #require(node.boundEndpoint)]))
        let trace = [UInt8](0..<16)
        try await RPCContext.$current.withValue(RPCContext(traceID: trace)) {
            _ = try await introspect.echo(Proto.EchoMessage(payload: [1]), CallOptions(timeout: .seconds(30)))
        }
        log.flush()
        let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        #expect(text.contains("request begun"))
        #expect(text.contains("method=partyline.v1.Introspect/Echo"))
        #expect(text.contains("peer=tester-1"))
        #expect(text.contains("trace_id=000102030405060708090a0b0c0d0e0f"))
        await caller.close()
        await node.close()
    }
}
