public import Descriptors

/// Why a contract or a payload cannot be worked with.
public enum SchemaError: Error, Hashable, Sendable {
    /// The set itself was refused.
    case descriptors(DescriptorError)
    case declaredTwice(String)
    /// Something refers to a type that the set does not have.
    case missingType(String)
    /// Bytes that are no message of this type; where they stop making sense.
    case malformed(path: String)
    /// Messages within messages, deeper than `PayloadLimits.depth`.
    case tooDeep(path: String)
    /// More values than `PayloadLimits.values`, or an encoding over the bus's cap.
    case tooLarge(path: String)
    /// JSON names a field that the type does not have; those whose names are close.
    case unknownField(path: String, candidates: [String])
    /// JSON has another type there; what would fit.
    case wrongType(path: String, expected: String)
    /// Two members of one oneof.
    case oneofTwice(path: String, oneof: String)
}

extension SchemaError: CustomStringConvertible {
    /// A sentence for whoever wrote the JSON or reads the tap.
    public var description: String {
        switch self {
        case .descriptors(let error): "no usable FileDescriptorSet: \(error)"
        case .declaredTwice(let name): "\(name) is declared twice"
        case .missingType(let name): "the schema does not have \(name)"
        case .malformed(let path): "\(place(path)): bytes that are no such message"
        case .tooDeep(let path): "\(place(path)): nested deeper than \(PayloadLimits.depth)"
        case .tooLarge(let path): "\(place(path)): too large"
        case .unknownField(let path, let candidates):
            "no field \(path)" + (candidates.isEmpty ? "" : "; there is \(candidates.joined(separator: ", "))")
        case .wrongType(let path, let expected): "\(place(path)): takes \(expected)"
        case .oneofTwice(let path, let oneof): "\(place(path)): another member of \(oneof) is set too"
        }
    }

    private func place(_ path: String) -> String { path.isEmpty ? "the message" : path }
}

/// Bounds on one payload, whatever its schema says.
public enum PayloadLimits {
    /// Deepest nesting of messages. The contract's own nest 16 deep at most.
    public static let depth = 32
    /// Most values in one payload, elements of lists included: what one megabyte of two-byte fields would exceed.
    public static let values = 200_000
}
