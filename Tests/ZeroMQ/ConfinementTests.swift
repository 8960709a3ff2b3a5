import Foundation
import Testing
import ZeroMQ

#if DEBUG
    @Suite struct ConfinementTests {
        @Test("a debug build traps when a socket is used by a thread that did not make it")
        func foreignThread() async {
            await #expect(processExitsWith: .failure) {
                let socket = try Socket(Context(), .dealer)
                let box = Smuggler(socket)
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = try? box.socket.lastEndpoint()
                    done.signal()
                }
                done.wait()
            }
        }
    }

    /// Carries a socket to where it must not go.
    private final class Smuggler: @unchecked Sendable {
        let socket: Socket

        init(_ socket: consuming Socket) { self.socket = socket }
    }
#endif
