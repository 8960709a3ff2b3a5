import Bus
import Datagram
import Foundation
import TestSupport
import Testing
import Wire
import ZeroMQ

@testable import partyline

/// Bytes that no friend would send, at every port of a running stack. Nobody crashes, nobody grows, calls still work.
@Suite("Hostile bytes, end to end", .serialized)
struct HostileTests {
    @Test(
        "garbage, oversized and deeply nested bytes at every port leave every process alive and calls working",
        arguments: ["curve", "none"])
    func garbageEverywhere(encryption: String) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("hostile bytes, seed \(seed)")
        try await withStack(overrides: ["--bus-encryption", encryption]) { stack in
            let before = try residentMemory(stack)
            var random = SeededGenerator(seed: seed)
            for service in StackLayout.Service.allCases {
                let port = Int(stack.layout.busEndpoint(service).split(separator: ":").last ?? "") ?? 0
                try await throwTCP(at: port, random: &random)
                try throwFrames(at: stack.layout.busEndpoint(service), random: &random)
            }
            try await throwTCP(at: stack.layout.clientPort, random: &random)
            try throwDatagrams(at: UInt16(stack.layout.mediaPort), random: &random)

            let alice = try await stack.phone("alice")
            let bob = try await stack.phone("bob")
            try await alice.perform("call bob")
            try await bob.wait(forEvent: "onCallReceived")
            try await bob.perform("accept")
            try await alice.wait(forState: "selfStatus", "accept")
            try await alice.perform("hangup")
            await alice.quit()
            await bob.quit()

            #expect(!stack.upLog.contains("died"), "\(stack.upLog)")
            for (service, kilobytes) in try residentMemory(stack) {
                #expect(kilobytes < (before[service] ?? 0) + 60_000, "\(service) grew to \(kilobytes) kB")
            }
        }
    }

    /// Raw bytes over TCP: random, an HTTP request, a ZMTP greeting cut short, a TLS record that claims 64 KiB.
    private func throwTCP(at port: Int, random: inout SeededGenerator) async throws {
        let pieces: [[UInt8]] = [
            random.bytes(50_000), Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
            [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3], [0x16, 3, 1, 0xFF, 0xFF] + random.bytes(300),
            [UInt8](repeating: 0, count: 70_000),
        ]
        for piece in pieces {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("piece-\(UUID().uuidString)")
            try Data(piece).write(to: file)
            let sender = try ChildProcess(
                name: "garbage", executable: URL(fileURLWithPath: "/bin/bash"),
                arguments: ["-c", "cat '\(file.path)' > /dev/tcp/127.0.0.1/\(port); true"],
                log: URL(fileURLWithPath: "/dev/null"))
            _ = await sender.waitForExit()
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// Well-formed ZeroMQ with contents that are not.
    private func throwFrames(at endpoint: String, random: inout SeededGenerator) throws {
        let context = try Context()
        let socket = try Socket(context, .dealer)
        var answer = Message()
        try socket.connect(endpoint)
        let nested = [UInt8](repeating: 0x52, count: 100_000)
        let request = try Proto.Header(
            version: 1, kind: .request, requestId: 1, method: "partyline.v1.Health/Check", remainingMs: 1_000
        ).encoded()
        var multiparts: [[[UInt8]]] = [
            [[]], [[], []], [random.bytes(40)], [random.bytes(40), random.bytes(40), random.bytes(40)],
            [nested, nested], [request, nested], [request], [request, random.bytes(1_000_000)],
            [[UInt8](repeating: 0, count: 1_000_000), []],
        ]
        for _ in 0..<500 {
            var bent = request
            bent[random.next(in: 0...(bent.count - 1))] = UInt8(random.next(in: 0...255))
            multiparts.append([bent, random.bytes(random.next(in: 0...64))])
        }
        for frames in multiparts {
            _ = try socket.sendMultipart(frames)
            _ = try socket.receiveMultipart(using: &answer)
        }
        // Past the frame limit: the service cuts the connection, not itself.
        _ = try socket.sendMultipart([[UInt8](repeating: 1, count: 3_000_000)])
    }

    private func throwDatagrams(at port: UInt16, random: inout SeededGenerator) throws {
        let socket = try DatagramSocket(binding: .loopback())
        let target = SocketAddress.loopback(port: port)
        var batch = DatagramBatch(capacity: 64)
        for _ in 0..<50 {
            for _ in 0..<64 {
                var bytes = random.bytes(random.next(in: 0...1_400))
                if bytes.count > 12, random.chance(percent: 70) { bytes[0] = 0x80 | (bytes[0] & 0x3F) }
                _ = batch.append(bytes.span, to: target)
            }
            _ = socket.send(&batch)
            batch.removeAll()
        }
    }

    /// Resident kilobytes of each service.
    private func residentMemory(_ stack: RunningStack) throws -> [StackLayout.Service: Int] {
        var memory: [StackLayout.Service: Int] = [:]
        for service in StackLayout.Service.allCases {
            let status = try String(contentsOfFile: "/proc/\(try stack.processID(of: service))/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            memory[service] = Int(line.split(separator: " ").dropLast().last ?? "")
        }
        return memory
    }
}
