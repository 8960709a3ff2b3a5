import CallModel
import Foundation
import Synchronization
import Testing

@testable import ServiceKit

@Suite struct LogTests {
    private func line(_ event: String, _ fields: [(key: String, value: String)] = []) -> String {
        let line = LogLine(
            time: WallTime(milliseconds: 1_764_493_507_012), level: .notice, service: "push", event: event,
            fields: fields)
        return String(decoding: line.bytes(isColoured: false), as: UTF8.self)
    }

    @Test("a line is time, level, service, event and its fields")
    func form() {
        #expect(
            line("job delivered", [("job", "17"), ("provider", "apns")])
                == "2025-11-30T09:05:07.012Z notice push job delivered job=17 provider=apns\n")
    }

    @Test("what would break a line is quoted and escaped")
    func quoting() {
        #expect(line("x", [("a", "two words"), ("b", "")]).hasSuffix("x a=\"two words\" b=\"\"\n"))
        #expect(line("x", [("a", "q\"q\\=\n\t\u{1B}[31m")]).hasSuffix("a=\"q\\\"q\\\\=\\n\\t\\u{1b}[31m\"\n"))
        #expect(line("evil\nevent").split(separator: "\n").count == 1)
    }

    @Test("a long line is cut within a pipe's atomic size, and not inside a character")
    func cut() {
        let bytes = LogLine(
            time: .zero, level: .error, service: "s", event: "e",
            fields: [("text", String(repeating: "\u{1F600}", count: 5_000))]
        ).bytes(isColoured: false)
        #expect(bytes.count <= LogLine.longest)
        #expect(bytes.last == UInt8(ascii: "\n"))
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }

    @Test(
        "timestamps agree with the calendar",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_798_761_600_000, "2027-01-01T00:00:00.000Z"),
        ])
    func calendar(milliseconds: Int64, text: String) {
        #expect(timestamp(WallTime(milliseconds: milliseconds)) == text)
    }

    @Test("only lines of the level are written, and fields of others are not even built")
    func levels() throws {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, level: .notice)
        let log = Log(service: "s", sink: sink)
        var built = 0
        func value() -> String {
            built += 1
            return "v"
        }
        log.debug("not this", ["k": value()])
        log.notice("but this", ["k": value(), "id": CallID("0123456789abcdef"), "after": Duration.seconds(2)])
        log.error("and this")
        sink.flush(within: .seconds(10))
        let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        #expect(built == 1)
        #expect(text.contains("notice s but this k=v id=01234567 after=2000ms\n"))
        #expect(text.contains("error  s and this\n"))
        #expect(!text.contains("not this"))
    }

    @Test("a reader that stops reading does not stop the writer, and learns what it missed")
    func stuckReader() throws {
        let pipe = Pipe()
        let sink = LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, level: .notice)
        let log = Log(service: "s", sink: sink)
        for number in 0..<4_000 { log.notice("line", ["number": number, "text": String(repeating: "x", count: 200)]) }
        // Everything above returned although nobody read: now somebody does.
        let reader = Reader(pipe.fileHandleForReading)
        while !reader.text.contains("number=1000 ") { sink.flush(within: .milliseconds(20)) }
        log.notice("after")
        sink.flush(within: .seconds(10))
        try pipe.fileHandleForWriting.close()
        let text = reader.finish()
        #expect(text.contains("log lost lines="))
        #expect(text.contains("s after\n"))
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class Reader: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        let descriptor = handle.fileDescriptor
        Thread.detachNewThread {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            while let chunk = try? handle.read(upToCount: 65_536), !chunk.isEmpty {
                self.bytes.withLock { $0 += chunk }
            }
            self.done.signal()
        }
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func finish() -> String {
        done.wait()
        return text
    }
}

@Suite struct MetricsTests {
    @Test("instruments are found again by name and carry the service's prefix")
    func names() {
        let metrics = Metrics(service: "push")
        metrics.counter("jobs_total").add()
        metrics.counter("push_jobs_total").add(2)
        metrics.gauge("queue_jobs").set(5)
        metrics.gauge("queue_jobs").add(-7)
        #expect(metrics.snapshot.map(\.name) == ["push_jobs_total", "push_queue_jobs"])
        #expect(metrics.snapshot.map(\.value) == [3, 0])
        #expect(metrics.gauge("queue_jobs").value == -2)
    }

    @Test("a histogram counts cumulatively and sums")
    func histogram() {
        let metrics = Metrics(service: "s")
        let histogram = metrics.histogram("time_us", bounds: [10, 100])
        for value in [1, 10, 11, 100, 1_000] as [UInt64] { histogram.record(value) }
        #expect(
            metrics.snapshot.map(\.name) == ["s_time_us_le_10", "s_time_us_le_100", "s_time_us_count", "s_time_us_sum"])
        #expect(metrics.snapshot.map(\.value) == [2, 4, 5, 1_122])
    }

    @Test("counting from many tasks at once loses nothing")
    func concurrent() async {
        let counter = Metrics(service: "s").counter("things_total")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<10_000 { counter.add() } } }
        }
        #expect(counter.value == 80_000)
    }
}
