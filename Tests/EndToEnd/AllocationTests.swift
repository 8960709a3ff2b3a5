import Foundation
import Testing

@testable import partyline

/// What a call may ask of malloc, client and server together, libraries included. A number goes up in a commit of its own
/// that says why.
@Suite("Allocations of a call")
struct AllocationTests {
    private static let pinned = ["pool": 12.5, "inline": 8.5]

    @Test("a unary call allocates no more than is pinned, on the pool and on the bus's thread")
    func unary() throws {
        let probe = Process()
        let words = Pipe()
        probe.executableURL = RunningStack.programs.appendingPathComponent("allocation-probe")
        probe.standardOutput = words
        try probe.run()
        let output = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        probe.waitUntilExit()
        #expect(probe.terminationStatus == 0)
        var counted: [String: Double] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { counted[String(parts[0])] = Double(parts[1]) }
        }
        for (place, limit) in Self.pinned {
            let count = try #require(counted[place], "allocation-probe said: \(output)")
            print(
                "FIGURE allocations_per_call_\(place) \(count) allocations goal <= \(limit) \(count <= limit ? "met" : "missed")"
            )
            #expect(count <= limit, "\(place)")
        }
    }
}
