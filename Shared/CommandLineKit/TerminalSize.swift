import Foundation

/// How many characters standard output shows.
public struct TerminalSize: Sendable, Hashable {
    public var columns: Int
    public var rows: Int

    /// Asked of the terminal; without one by COLUMNS and LINES, else 200 by 50: a pipe has room.
    public static var current: TerminalSize {
        var size = winsize()
        // ENOTTY: standard output is no terminal. The other errors are excluded by the arguments.
        if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
            return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
        }
        let environment = ProcessInfo.processInfo.environment
        return TerminalSize(
            columns: environment["COLUMNS"].flatMap { Int($0) } ?? 200,
            rows: environment["LINES"].flatMap { Int($0) } ?? 50)
    }
}
