import Foundation

/// What the process holds, sampled while it runs.
struct Footprint: Sendable {
    struct Sample: Sendable {
        let minutes: Double
        let residentKilobytes: Double
        let descriptors: Int
    }

    private(set) var samples: [Sample] = []
    private let start = ContinuousClock.now

    mutating func sample() {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        samples.append(
            Sample(
                minutes: (ContinuousClock.now - start) / .seconds(60), residentKilobytes: kilobytes,
                descriptors: descriptors))
    }

    /// The second half, when everything that is kept once is there.
    private var settled: ArraySlice<Sample> { samples[(samples.count / 2)...] }

    /// Least squares over the settled samples, in KiB per minute.
    var growth: Double {
        let count = Double(settled.count)
        let meanTime = settled.reduce(0) { $0 + $1.minutes } / count
        let meanSize = settled.reduce(0) { $0 + $1.residentKilobytes } / count
        let spread = settled.reduce(0) { $0 + ($1.minutes - meanTime) * ($1.minutes - meanTime) }
        guard spread > 0 else { return 0 }
        return settled.reduce(0) { $0 + ($1.minutes - meanTime) * ($1.residentKilobytes - meanSize) } / spread
    }

    var peakKilobytes: Double { samples.map(\.residentKilobytes).max() ?? 0 }
    var peakDescriptors: Int { samples.map(\.descriptors).max() ?? 0 }
}
