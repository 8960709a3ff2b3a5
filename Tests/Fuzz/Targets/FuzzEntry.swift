import Foundation

// What libFuzzer calls, when scripts/fuzz.sh has linked it to this module. In the ordinary tests nobody does.

/// Chosen by FUZZ_TARGET.
private let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

/// Writes what the target begins with into FUZZ_START, a folder, if that is asked for: examples and the seeds of
/// FUZZ_SEEDS.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    let environment = ProcessInfo.processInfo.environment
    guard let start = environment["FUZZ_START"] else { return 0 }
    let seeds = environment["FUZZ_SEEDS"].map { (try? chosen.seeds(in: URL(filePath: $0))) ?? [] } ?? []
    for (number, input) in (chosen.examples + seeds).enumerated() {
        try? Data(input).write(to: URL(filePath: start).appending(path: "start-\(number)"))
    }
    return 0
}

/// Runs the chosen target once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.run(unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
    return 0
}
