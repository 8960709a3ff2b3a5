import Foundation
import Testing

@Suite("the fence itself", .enabled(if: isFenceAlive))
struct FenceTests {
    @Test("an allocation on purpose is caught")
    func allocation() async {
        await #expect(processExitsWith: .exitCode(43)) {
            realtime { keep(Array(repeating: 1, count: Int(getpid()))) }
        }
    }

    @Test("a sleep on purpose is caught")
    func sleeping() async {
        await #expect(processExitsWith: .exitCode(43)) {
            realtime { usleep(1) }
        }
    }

    @Test("the same allocation outside the section is nobody's business")
    func outside() async {
        await #expect(processExitsWith: .success) {
            realtime {}
            keep(Array(repeating: 1, count: Int(getpid())))
        }
    }
}

/// Uses an array in a way the optimiser cannot see through.
@inline(never)
private func keep(_ array: [Int]) { #expect(array.count > 0) }
