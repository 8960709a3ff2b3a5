import InspectorCore
import Testing

@Suite("moments and quantities")
struct MomentTests {
    @Test("a moment is written in UTC, also before 1970 and on a leap day")
    func iso8601() {
        #expect(Moment(microseconds: 1_796_043_431_004_210).iso8601 == "2026-11-30T12:57:11.004210Z")
        #expect(Moment.zero.iso8601 == "1970-01-01T00:00:00.000000Z")
        #expect(Moment(microseconds: -1).iso8601 == "1969-12-31T23:59:59.999999Z")
        #expect(Moment(microseconds: 1_709_208_000_000_000).iso8601 == "2024-02-29T12:00:00.000000Z")
        #expect(Moment(microseconds: 951_782_400_000_000).iso8601 == "2000-02-29T00:00:00.000000Z")
    }

    @Test("sums and differences saturate")
    func saturation() {
        let last = Moment(microseconds: .max)
        #expect(last + .microseconds(1) == last)
        #expect(Moment(microseconds: .min) - .microseconds(1) == Moment(microseconds: .min))
        #expect(last - Moment(microseconds: -1) == .microseconds(Int64.max))
        #expect(Moment(microseconds: 5) - Moment(microseconds: 7) == .microseconds(-2))
    }

    @Test(
        "a span is shown with three digits and a unit",
        arguments: [
            (Duration.zero, "0 µs"), (.nanoseconds(400), "0 µs"), (.microseconds(999), "999 µs"),
            (.microseconds(1_000), "1.00 ms"), (.microseconds(31_040), "31.0 ms"), (.milliseconds(999), "999 ms"),
            (.milliseconds(2_500), "2.50 s"), (.seconds(59), "59.0 s"), (.seconds(192), "3 min 12 s"),
            (.seconds(7_260), "2 h 1 min"), (.milliseconds(-3), "-3.00 ms"),
        ])
    func spans(_ span: Duration, _ shown: String) { #expect(Quantity.short(span) == shown) }

    @Test("bytes and rates are shown shortly")
    func bytesAndRates() {
        #expect(
            [0, 1_023, 1_024, 3 << 20, 5 << 30].map { Quantity.bytes($0) } == [
                "0 B", "1023 B", "1.0 KiB", "3.0 MiB", "5.0 GiB",
            ])
        #expect(
            [0, 0.25, 12.5, 840, 12_340, 1_200_000].map(Quantity.rate) == [
                "0", "0.3", "12.5", "840", "12.3k", "1.2M",
            ])
        #expect(Quantity.milliseconds(.microseconds(12_031)) == "12.031")
        #expect(Quantity.milliseconds(.microseconds(-7)) == "-0.007")
    }
}
