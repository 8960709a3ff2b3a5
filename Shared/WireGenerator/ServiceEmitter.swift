/// One service: its method descriptors, the client stub, and the protocol a server implements.
struct ServiceEmitter {
    let service: SchemaService

    private var methodsType: String { service.name + "Methods" }

    func emit(to out: inout SourceWriter) {
        emitMethods(to: &out)
        out.line()
        emitClient(to: &out)
        out.line()
        emitProtocol(to: &out)
    }

    private func emitMethods(to out: inout SourceWriter) {
        out.line("/// The methods of `\(service.fullName)`.")
        out.block("public enum \(methodsType)") { out in
            out.line("/// `\(service.fullName)`")
            out.line("public static let serviceName = \"\(service.fullName)\"")
            for method in service.methods {
                out.line()
                out.documentation(method.comment, fallback: "`\(service.fullName)/\(method.name)`")
                out.line("public static let \(method.swiftName) = MethodDescriptor(")
                out.line(
                    "    service: serviceName, name: \"\(method.name)\", "
                        + "isServerStreaming: \(method.isServerStreaming), isIdempotent: \(method.isIdempotent),")
                out.line(
                    "    isPublicToClients: \(method.isPublicToClients), "
                        + "isDangerous: \(method.isDangerous), isReadOnly: \(method.isReadOnly), number: \(method.number))"
                )
            }
            out.line()
            out.line("/// In the order of the contract.")
            out.list(
                "public static let all: [MethodDescriptor] = [", service.methods.map(\.swiftName), closing: "]")
            out.line()
            emitHandlers(to: &out)
        }
    }

    private func emitHandlers(to out: inout SourceWriter) {
        out.line("/// What a bus or a test registers to have the methods answered by `service`.")
        out.block("public static func handlers(for service: some Proto.\(service.name)Service) -> [RPCHandler]") {
            out in
            out.line("[")
            for method in service.methods {
                let make = method.isServerStreaming ? "serverStream" : "unary"
                out.line("    .\(make)(\(method.swiftName), service.\(method.swiftName)),")
            }
            out.line("]")
        }
    }

    private func emitClient(to out: inout SourceWriter) {
        out.line("/// Calls `\(service.fullName)` over any channel.")
        out.block("public struct \(service.name)Client: Sendable") { out in
            out.line("private let channel: any RPCChannel")
            out.line()
            out.line("public init(_ channel: any RPCChannel) { self.channel = channel }")
            for method in service.methods {
                out.line()
                out.documentation(method.comment, fallback: "Calls `\(method.name)`.")
                emitCall(method, to: &out)
            }
        }
    }

    private func emitCall(_ method: SchemaMethod, to out: inout SourceWriter) {
        let descriptor = "Proto.\(methodsType).\(method.swiftName)"
        out.line("public func \(method.swiftName)(")
        out.line("    _ request: Proto.\(method.request), _ options: CallOptions = CallOptions()")
        if method.isServerStreaming {
            out.block(") -> RPCStream<Proto.\(method.response)>") { out in
                out.line("channel.stream(\(descriptor), request, options)")
            }
        } else {
            out.block(") async throws(RPCError) -> Proto.\(method.response)") { out in
                out.line("try await channel.call(\(descriptor), request, options)")
            }
        }
    }

    private func emitProtocol(to out: inout SourceWriter) {
        out.documentation(service.comment, fallback: "Answers `\(service.fullName)`. Methods may run at the same time.")
        out.block("public protocol \(service.name)Service: Sendable") { out in
            for (index, method) in service.methods.enumerated() {
                if index > 0 { out.line() }
                out.documentation(method.comment, fallback: "Answers `\(method.name)`.")
                let request = "_ request: Proto.\(method.request), _ context: RPCContext"
                out.line("func \(method.swiftName)(")
                if method.isServerStreaming {
                    out.line("    \(request), _ responses: RPCSender<Proto.\(method.response)>")
                    out.line(") async throws(RPCError)")
                } else {
                    out.line("    \(request)")
                    out.line(") async throws(RPCError) -> Proto.\(method.response)")
                }
            }
        }
    }
}

extension SchemaMethod {
    fileprivate var swiftName: String { Naming.lowerCamel(type: name) }
}
