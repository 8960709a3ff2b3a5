import Testing

@testable import partyline

@Suite("Command line")
struct ArgumentsTests {
    private let options: [Option] = [.value("data"), .value("port"), .flag("json")]

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
            (["--date", "x"], "no such option: --date"),
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
}
