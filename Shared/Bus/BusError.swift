public import Wire
public import ZeroMQ

/// Why a node cannot work at all. Failures of single calls are `RPCError`.
public enum BusError: Error, Hashable, Sendable {
    /// libzmq refused; for example `.addressInUse` when binding.
    case transport(ZeroMQError)
    /// The contract has message types that an attacker could nest without end; nothing is decoded with it.
    case contract(WireError)
    /// Two handlers were registered for one method.
    case duplicateMethod(String)
    /// `start` was called twice.
    case alreadyStarted
    /// The node has been drained or closed.
    case closed
}
