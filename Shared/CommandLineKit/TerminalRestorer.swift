import Foundation

/// Gives the terminal back as it was found, also from a signal handler: only `tcsetattr`, `write` and `raise` are called
/// there, and the settings lie in memory that never moves.
enum TerminalRestorer {
    private static let leave: StaticString = "\u{1B}[?25h\u{1B}[?1049l"

    /// Written by `arm` before handlers are installed; afterwards only read.
    private nonisolated(unsafe) static let saved: UnsafeMutablePointer<termios> = .allocate(capacity: 1)
    /// Written by `arm` and `restore`, read by handlers. A handler that comes between writes restores once too often, which
    /// does no harm.
    private nonisolated(unsafe) static var isArmed: sig_atomic_t = 0
    private nonisolated(unsafe) static var hasHandlers = false

    /// Puts the terminal into raw mode; false if it refuses.
    static func arm() -> Bool {
        var settings = termios()
        // ENOTTY is excluded by the caller; EBADF if standard input is closed.
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
        unsafe saved.initialize(to: settings)
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return false }
        unsafe isArmed = 1
        installHandlers()
        return true
    }

    static func restore() {
        guard unsafe isArmed == 1 else { return }
        unsafe isArmed = 0
        // Nothing can be done about a terminal that is gone.
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, saved)
        _ = unsafe write(STDOUT_FILENO, leave.utf8Start, leave.utf8CodeUnitCount)
    }

    private static func installHandlers() {
        guard unsafe !hasHandlers else { return }
        unsafe hasHandlers = true
        atexit { TerminalRestorer.restore() }
        for number in [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
            signal(number) { number in
                TerminalRestorer.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
