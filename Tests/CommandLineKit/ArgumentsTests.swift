import Testing

@testable import CommandLineKit

@Suite("Command line")
struct ArgumentsTests {
    private let options: [Option] = [.value("data"), .value("port"), .flag("json"), .list("meta"), .value("for")]

    @Test("values come as the next word or after an equals sign, flags alone, other words are kept in order")
    func takesEveryForm() throws {
        let arguments = try Arguments(["a", "--data", "x y", "--port=8443", "--json", "b"], options: options)
        #expect(arguments["data"] == "x y")
        #expect(try arguments.integer("port", in: 1...65_535, default: 1) == 8_443)
        #expect(arguments.has("json"))
        #expect(arguments.rest == ["a", "b"])
    }

    @Test(
        "what cannot be taken is refused with the word that is wrong",
        arguments: [
            (["--date", "x"], "no such option: --date (did you mean --data?)"),
            (["--xyzzy"], "no such option: --xyzzy"),
            (["--data"], "--data needs a value"),
            (["--json=1"], "--json takes no value"),
            (["--data", "x", "--data", "y"], "--data is given twice"),
        ])
    func refuses(words: [String], message: String) {
        #expect(throws: ArgumentFailure(message: message)) { try Arguments(words, options: options) }
    }

    @Test("a number outside its range is refused with the range", arguments: ["0", "65536", "-1", "8443x", ""])
    func refusesNumbers(text: String) throws {
        let arguments = try Arguments(["--port=\(text)"], options: options)
        #expect(throws: ArgumentFailure(message: "--port takes a whole number from 1 to 65535, not \(text)")) {
            try arguments.integer("port", in: 1...65_535, default: 8_443)
        }
    }

    @Test("an option that is missing or empty is named")
    func requires() throws {
        #expect(throws: ArgumentFailure(message: "--data is missing")) {
            try Arguments(["--data="], options: options).required("data")
        }
    }

    @Test("an option that may be repeated keeps every value in order, and two dashes end the options")
    func repeats() throws {
        let arguments = try Arguments(["--meta", "a=1", "--meta=b=2", "--", "--json", "-x"], options: options)
        #expect(arguments.list("meta") == ["a=1", "b=2"])
        #expect(!arguments.has("json"))
        #expect(arguments.rest == ["--json", "-x"])
        #expect(try Arguments([], options: options).list("meta").isEmpty)
    }

    @Test(
        "time spans are read with their unit, and refused past a year",
        arguments: [
            ("250ms", .milliseconds(250)), ("10s", .seconds(10)), ("10", .seconds(10)), ("1.5s", .milliseconds(1_500)),
            ("2m", .seconds(120)), ("1h", .seconds(3_600)), ("80us", .microseconds(80)), ("", nil), ("s", nil),
            ("10d", nil), ("-1s", nil), ("1..2s", nil), ("366h", .seconds(366 * 3_600)), ("8785h", nil),
        ] as [(String, Duration?)])
    func readsSpans(text: String, span: Duration?) throws {
        let arguments = try Arguments(["--for=\(text)"], options: options)
        guard let span else {
            #expect(throws: ArgumentFailure.self) { try arguments.duration("for") }
            return
        }
        #expect(try arguments.duration("for") == span)
    }
}
