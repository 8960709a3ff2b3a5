import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The inputs that fuzzing has found worth keeping, again in every ordinary run.
@Suite struct FuzzSeedTests {
    private func inputs(_ target: FuzzTarget) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz/Seeds")
        return target.examples + (try target.seeds(in: folder))
    }

    @Test("every kept input of the fuzzers is read or refused, never a trap", arguments: FuzzTarget.allCases)
    func replay(target: FuzzTarget) throws {
        let inputs = try inputs(target)
        #expect(inputs.count > 10, "\(target) has hardly a seed")
        for input in inputs { target.run(input) }
    }

    @Test("damaged inputs are read or refused too", arguments: FuzzTarget.allCases)
    func mutate(target: FuzzTarget) throws {
        var chance = SeededGenerator(seed: UInt64.random(in: 0...UInt64.max))
        // Printed, because a trap leaves no other trace.
        print("damaged inputs of \(target): seed \(chance.seed)")
        for input in try inputs(target) {
            var bytes = input
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[chance.next(in: 0...bytes.count - 1)] = UInt8(chance.next(in: 0...255))
                target.run(bytes)
                bytes.removeLast(chance.next(in: 0...bytes.count / 2))
            }
        }
    }
}
