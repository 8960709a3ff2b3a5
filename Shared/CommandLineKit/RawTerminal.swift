import Foundation

/// The whole terminal for one program: alternate screen, no cursor, keys as they are pressed. The user's own screen and
/// settings come back when this goes away, when the process exits, and when a signal ends it.
public final class RawTerminal {
    /// What a person did.
    public enum Input: Sendable, Hashable {
        case character(Character)
        case up, down, pageUp, pageDown, home, end
        case enter, escape, backspace
        /// Ctrl-C, or the end of input.
        case interrupt
        /// The terminal has another size now.
        case resized
    }

    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J"

    private let resizeSignal: any DispatchSourceSignal
    private let reader: any DispatchSourceRead
    /// One after the other; the oldest are kept if nobody reads.
    public let inputs: AsyncStream<Input>

    /// `nil` unless standard input and output are a terminal.
    public init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, TerminalRestorer.arm() else { return nil }
        let (stream, continuation) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingOldest(256))
        inputs = stream
        resizeSignal = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        resizeSignal.setEventHandler { continuation.yield(.resized) }
        resizeSignal.resume()
        reader = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
        reader.setEventHandler {
            let bytes = FileHandle.standardInput.availableData
            for input in KeyReader.inputs(of: [UInt8](bytes)) { continuation.yield(input) }
        }
        reader.resume()
        RawTerminal.put(RawTerminal.enter)
    }

    deinit {
        resizeSignal.cancel()
        reader.cancel()
        TerminalRestorer.restore()
    }

    /// Shows these lines from the top, and nothing else. Written at once, so that nothing flickers.
    public func show(_ lines: [String]) {
        RawTerminal.put("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    private static func put(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// What a terminal sends for keys, as keys.
enum KeyReader {
    /// The bytes of one read: a terminal sends the bytes of a key together.
    static func inputs(of bytes: [UInt8]) -> [RawTerminal.Input] {
        guard !bytes.isEmpty else { return [.interrupt] }
        var result: [RawTerminal.Input] = []
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let first = rest.first {
            if let (key, length) = sequence(rest) {
                result.append(key)
                rest = rest.dropFirst(length)
                continue
            }
            rest = rest.dropFirst()
            switch first {
            case "\r", "\n", "\r\n": result.append(.enter)
            case "\u{7F}", "\u{8}": result.append(.backspace)
            case "\u{3}", "\u{4}": result.append(.interrupt)
            case "\u{1B}": result.append(.escape)
            default: if first.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { result.append(.character(first)) }
            }
        }
        return result
    }

    private static func sequence(_ text: Substring) -> (RawTerminal.Input, Int)? {
        let known: [(String, RawTerminal.Input)] = [
            ("[A", .up), ("[B", .down), ("OA", .up), ("OB", .down), ("[5~", .pageUp), ("[6~", .pageDown), ("[H", .home),
            ("[F", .end), ("OH", .home), ("OF", .end), ("[1~", .home), ("[4~", .end),
        ]
        for (ending, key) in known where text.hasPrefix("\u{1B}" + ending) { return (key, ending.count + 1) }
        // A key we do not know is left out as a whole, or its letters would count as keys.
        guard text.hasPrefix("\u{1B}[") else { return nil }
        let body = text.dropFirst(2)
        let end = body.firstIndex { $0.isLetter || $0 == "~" } ?? body.endIndex
        let length = body.distance(from: body.startIndex, to: end) + 3
        return (.escape, min(length, text.count))
    }
}
