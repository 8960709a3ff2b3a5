import CallModel

/// Quantities as people read them: three digits, a unit.
package enum Quantity {
    /// `0 µs`, `840 µs`, `1.24 ms`, `31.0 ms`, `2.50 s`, `3 min 12 s`.
    package static func short(_ span: Duration) -> String {
        let microseconds = Double(span.wholeNanoseconds) / 1_000
        if microseconds < 0 { return "-" + short(.zero - span) }
        switch microseconds {
        case ..<999.5: return "\(Int(microseconds.rounded())) µs"
        case ..<999_500: return "\(threeDigits(microseconds / 1_000)) ms"
        case ..<59_950_000: return "\(threeDigits(microseconds / 1_000_000)) s"
        default:
            let seconds = Int((microseconds / 1_000_000).rounded())
            return seconds < 3_600
                ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3_600) h \(seconds / 60 % 60) min"
        }
    }

    /// With its sign.
    package static func signed(_ span: Duration) -> String {
        span < .zero ? short(span) : "+" + short(span)
    }

    /// Milliseconds with three decimals, for columns of times: `12.431`.
    package static func milliseconds(_ span: Duration) -> String {
        let microseconds = span.wholeMicroseconds
        let magnitude = microseconds.magnitude
        let decimals = String(magnitude % 1_000)
        return "\(microseconds < 0 ? "-" : "")\(magnitude / 1_000)."
            + String(repeating: "0", count: 3 - decimals.count) + decimals
    }

    /// `812 B`, `1.5 KiB`, `3.0 MiB`.
    package static func bytes(_ count: some BinaryInteger) -> String {
        let bytes = Double(count)
        if bytes < 1_024 { return "\(Int(bytes)) B" }
        if bytes < 1_048_576 { return "\(oneDecimal(bytes / 1_024)) KiB" }
        if bytes < 1_073_741_824 { return "\(oneDecimal(bytes / 1_048_576)) MiB" }
        return "\(oneDecimal(bytes / 1_073_741_824)) GiB"
    }

    /// `0`, `12.5`, `840`, `12.3k`, `1.20M`.
    package static func rate(_ perSecond: Double) -> String {
        if perSecond == 0 { return "0" }
        if perSecond < 100 { return oneDecimal(perSecond) }
        if perSecond < 10_000 { return String(Int(perSecond.rounded())) }
        if perSecond < 1_000_000 { return "\(oneDecimal(perSecond / 1_000))k" }
        return "\(oneDecimal(perSecond / 1_000_000))M"
    }

    private static func threeDigits(_ value: Double) -> String {
        value < 9.995 ? decimals(value, 2) : value < 99.95 ? decimals(value, 1) : String(Int(value.rounded()))
    }

    private static func oneDecimal(_ value: Double) -> String { decimals(value, 1) }

    /// A positive number with so many decimals.
    private static func decimals(_ value: Double, _ count: Int) -> String {
        let factor = count == 1 ? 10 : 100
        let scaled = Int((value * Double(factor)).rounded())
        let digits = String(scaled % factor)
        return "\(scaled / factor)." + String(repeating: "0", count: count - digits.count) + digits
    }
}
