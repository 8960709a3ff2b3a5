private import CZeroMQ

/// What libzmq refused, by the name of its errno.
///
/// `EINTR` never appears (every call repeats it), `EAGAIN` and `EHOSTUNREACH` of a send or receive are outcomes, not
/// errors, and `EFAULT` and `ENOTSOCK` are preconditions: the types here make them impossible.
public enum ZeroMQError: Error, Hashable, Sendable {
    /// `EINVAL`: an endpoint or an option value that libzmq does not understand.
    case invalidArgument
    /// A CURVE server without an `Authenticator` in its context: it would let every stranger in, or nobody.
    case authenticatorMissing
    /// The name of a host where an address is needed: libzmq would resolve it on its I/O thread, at every attempt, and
    /// hold up all other connections meanwhile. Refused here, before libzmq sees it.
    case unresolvedName
    /// `EADDRINUSE`
    case addressInUse
    /// `EADDRNOTAVAIL`: no such address on this host.
    case addressNotAvailable
    /// `ENODEV`: no such network interface.
    case noSuchInterface
    /// `EPROTONOSUPPORT`: unknown transport.
    case protocolNotSupported
    /// `ENOCOMPATPROTO`: the transport does not carry this socket type.
    case incompatibleProtocol
    /// `EACCES`: not allowed to bind there.
    case accessDenied
    /// `ENOENT`: no such endpoint to unbind or disconnect, or no such folder for an ipc path.
    case noSuchEndpoint
    /// `EMFILE`: the context's socket limit or the process's descriptor limit.
    case tooManySockets
    /// `EMTHREAD`: the context has no I/O thread.
    case noIOThread
    /// `ETERM`: the context is shutting down.
    case terminated
    /// `EFSM`: the socket type does not allow this now.
    case wrongState
    /// `ENOTSUP`: the socket type never allows this.
    case notSupported
    /// `ENOMEM`
    case outOfMemory
    /// Any other number. The manual lists none, so it is worth a report.
    case unexpected(errno: Int32)

    init(errno code: Int32) {
        self =
            switch code {
            case EINVAL: .invalidArgument
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case ENODEV: .noSuchInterface
            case EPROTONOSUPPORT: .protocolNotSupported
            case Int32(ZMQ_HAUSNUMERO) + 52: .incompatibleProtocol
            case EACCES, EPERM, EROFS: .accessDenied
            case ENOENT: .noSuchEndpoint
            case EMFILE, ENFILE: .tooManySockets
            case Int32(ZMQ_HAUSNUMERO) + 54: .noIOThread
            case Int32(ZMQ_HAUSNUMERO) + 53: .terminated
            case Int32(ZMQ_HAUSNUMERO) + 51: .wrongState
            case ENOTSUP: .notSupported
            case ENOMEM: .outOfMemory
            default: .unexpected(errno: code)
            }
    }

    /// The error libzmq left on this thread.
    static var last: ZeroMQError { ZeroMQError(errno: zmq_errno()) }
}

/// Repeats a call while a signal interrupts it; returns its result and the errno it left.
func uninterrupted(_ call: () -> Int32) -> (result: Int32, code: Int32) {
    while true {
        let result = call()
        if result >= 0 { return (result, 0) }
        let code = zmq_errno()
        if code != EINTR { return (result, code) }
    }
}

/// Throws what a call that returns 0 or -1 reports.
func check(_ call: () -> Int32) throws(ZeroMQError) {
    let (result, code) = uninterrupted(call)
    if result < 0 { throw ZeroMQError(errno: code) }
}
