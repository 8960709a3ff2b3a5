import Foundation

/// What a stack needs for itself alone: its data folder, for as long as this lives, and its ports. Two stacks on one
/// folder would write the same databases, and one that starts on another's ports would take that one for itself.
final class StackClaim: Sendable {
    private let lock: Int32

    /// Throws a failure that says what is taken.
    init(_ layout: StackLayout) throws {
        let file = layout.data.appendingPathComponent("run/lock").path
        lock = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw VerbFailure("cannot write \(file)", code: .cannotCreate) }
        // Goes with the process, however it ends.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw VerbFailure(
                "another stack runs on \(layout.data.path): stop it, or choose --data", code: .unavailable)
        }
        let taken = Self.ports(of: layout).filter { Self.isTaken($0.number, isDatagram: $0.isDatagram) }
        guard taken.isEmpty else {
            let list = taken.map { "\($0.isDatagram ? "udp" : "tcp") \($0.number) (\($0.use), --\($0.option))" }
            throw VerbFailure(
                "ports that something else listens on: \(list.joined(separator: ", "))", code: .unavailable)
        }
    }

    deinit { close(lock) }

    private struct Port {
        let number: Int
        let use: String
        let option: String
        var isDatagram = false
    }

    private static func ports(of layout: StackLayout) -> [Port] {
        let bus = StackLayout.Service.allCases.compactMap { service in
            layout.busEndpoint(service).split(separator: ":").last.flatMap { Int($0) }
                .map { Port(number: $0, use: "bus of \(service.rawValue)", option: "bus-port") }
        }
        return [Port(number: layout.clientPort, use: "clients", option: "port")] + bus + [
            Port(number: layout.mediaPort, use: "audio", option: "media-port", isDatagram: true)
        ]
    }

    private static func isTaken(_ number: Int, isDatagram: Bool) -> Bool {
        let type = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // As the services do: connections that linger after an earlier stack are no obstacle, a listener is.
        var yes: Int32 = 1
        if !isDatagram {
            unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(number).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(descriptor, general, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result != 0 && errno == EADDRINUSE
    }
}
