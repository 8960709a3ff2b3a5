import Bus
import Testing

@testable import ServiceKit

@Suite("Where a service's tap is")
struct TapBindTests {
    @Test(
        "tap-bind is beside the bus unless it says otherwise",
        arguments: [
            ("auto", .automatic), ("off", .off), ("", .off),
            ("tcp://127.0.0.1:7200", .endpoint("tcp://127.0.0.1:7200")),
        ] as [(String, TapBind)])
    func reads(text: String, bind: TapBind) {
        #expect(TapBind(text) == bind)
    }

    @Test("what cannot be bound is a complaint about tap-bind", arguments: ["on", "tcp://host:7200", "7200"])
    func refuses(text: String) throws {
        let reader = ConfigurationReader(
            service: "sample", keys: ConfigurationKey.common(busPort: 7_199),
            conflicts: { BusProtection.conflicts(in: $0, service: "sample") }, readFile: { _ in .success("") })
        let result = reader.read(
            arguments: ["--tap-bind", text, "--bus-encryption", "none"], environment: [:])
        guard case .problems(let problems) = result else {
            Issue.record("taken: \(text)")
            return
        }
        #expect("\(problems)".contains("tap-bind is auto, off or an endpoint to bind, not \(text)"))
    }
}
