public import Foundation

extension FuzzTarget {
    /// Inputs worth keeping: what fuzzing has found to reach a new place or to trap. One in each line of
    /// `Seeds/<target>.hex`, in hexadecimal.
    public func seeds(in folder: URL) throws -> [[UInt8]] {
        try String(contentsOf: folder.appending(path: rawValue + ".hex"), encoding: .utf8).split(separator: "\n")
            .map { line in
                let digits = Array(line.utf8)
                return stride(from: 0, to: digits.count - 1, by: 2).map { index in
                    UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) ?? 0
                }
            }
    }
}
