// Whole calls in virtual time, many seeds on all cores. Run by `make simulate` and scripts/soak.sh.
// Environment: RUNS (10000), FIRST (1), SEED (one run, with its log), DURATION in seconds (no more are begun after it),
// FLAW (a mistake built in on purpose: prints how it is caught).
// Exit codes: 0 every law held, 1 one was broken, 2 it was not understood what is asked for.
import Foundation
import SimulatedSystem
import Synchronization

/// A number from the environment.
func number(_ name: String, _ standard: UInt64) -> UInt64 {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return standard }
    guard let value = UInt64(text) else {
        print("simulate: \(name)=\(text) is no number")
        exit(2)
    }
    return value
}

if let name = ProcessInfo.processInfo.environment["FLAW"], !name.isEmpty {
    guard let flaw = Flaw(rawValue: name) else {
        print("simulate: FLAW is one of \(Flaw.allCases.map(\.rawValue).joined(separator: " "))")
        exit(2)
    }
    let runs = number("RUNS", 1_000)
    let failure = (1...runs).lazy.compactMap { Run.failure(of: $0, flaw: flaw) }.first
    print(failure ?? "\(name): not caught within \(runs) seeds")
    exit(failure == nil ? 0 : 1)
}
let seed = number("SEED", 0)
if seed > 0 {
    let run = Run(seed: seed, keepsLog: true)
    run.play()
    guard let failure = Run.failure(of: seed) else {
        print(run.log.joined(separator: "\n"))
        print("SEED=\(seed): every law held")
        exit(0)
    }
    print(failure)
    exit(1)
}

let first = number("FIRST", 1)
let last = first + number("RUNS", 10_000) - 1
let start = ContinuousClock.now
let end = start + .seconds(Int64(number("DURATION", 1_000_000)))
let next = Atomic<UInt64>(first)
let steps = Atomic<Int>(0)
let played = Atomic<Int>(0)
let broken = Mutex<[UInt64]>([])
DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
    while ContinuousClock.now < end, broken.withLock({ $0.count < 5 }) {
        let seed = next.add(1, ordering: .relaxed).oldValue
        guard seed <= last else { return }
        let run = Run(seed: seed)
        run.play()
        steps.add(run.stepCount, ordering: .relaxed)
        played.add(1, ordering: .relaxed)
        if run.brokenLaw != nil { broken.withLock { $0.append(seed) } }
    }
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
let runs = played.load(ordering: .relaxed)
let failures = broken.withLock { $0.sorted() }
for seed in failures.dropFirst() { print("SEED=\(seed): \(Run.failure(of: seed)?.split(separator: "\n").first ?? "")") }
if let seed = failures.first { print(Run.failure(of: seed) ?? "SEED=\(seed) does not fail again") }
print(
    "simulate: seeds \(first) to \(first + UInt64(runs) - 1), \(runs) runs of 85 virtual seconds, "
        + "\(steps.load(ordering: .relaxed)) steps in \(seconds.formatted(.number.precision(.fractionLength(1)))) s, "
        + "\(failures.count) broken")
exit(failures.isEmpty ? 0 : 1)
