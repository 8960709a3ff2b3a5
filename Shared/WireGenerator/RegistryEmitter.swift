/// What concerns the contract as a whole: every method, every message, the descriptor set and its hash.
struct RegistryEmitter {
    let schema: Schema
    let descriptorSet: [UInt8]

    func emitSwift() -> String {
        var out = SourceWriter()
        out.fileHeader(source: "the contract as a whole")
        out.line("internal import CWire")
        out.line()
        out.block("extension Proto") { out in
            out.line("/// Every method of every service.")
            out.list(
                "public static let allMethods: [MethodDescriptor] =",
                [schema.services.map { "\($0.name)Methods.all" }.joined(separator: "\n        + ")], closing: "")
            out.line("/// Every message type.")
            out.list(
                "public static let allMessages: [any WireMessage.Type] = [",
                schema.messages.map { "Proto.\($0.name).self" }, closing: "]")
            out.line()
            out.line("/// FNV-1a of `fileDescriptorSet`: two processes with the same hash speak the same contract.")
            out.line("public static let schemaHash: UInt64 = \(hash)")
            out.line()
            out.line("/// The contract as an encoded google.protobuf.FileDescriptorSet, without comments.")
            out.block("public static var fileDescriptorSet: [UInt8]") { out in
                out.line("unsafe Array(UnsafeBufferPointer(")
                out.line("    start: wire_file_descriptor_set(), count: wire_file_descriptor_set_size()))")
            }
            out.line()
            emitTranscoders(to: &out)
        }
        return out.text
    }

    private func emitTranscoders(to out: inout SourceWriter) {
        out.line("static let transcoders: [String: Transcoder] = [")
        for service in schema.services {
            for method in service.methods {
                out.line(
                    "    \"\(service.fullName)/\(method.name)\": "
                        + "Transcoder(Proto.\(method.request).self, Proto.\(method.response).self),")
            }
        }
        out.line("]")
    }

    func emitHeader() -> String {
        """
        /* Generated from the contract as a whole by WireGenerator. Edit the contract, then run `make proto`. */
        #pragma once
        #include <stddef.h>
        #include <stdint.h>

        const uint8_t *wire_file_descriptor_set(void);
        size_t wire_file_descriptor_set_size(void);

        """
    }

    func emitSource() -> String {
        var lines: [String] = []
        for start in stride(from: 0, to: descriptorSet.count, by: 24) {
            let row = descriptorSet[start..<min(start + 24, descriptorSet.count)]
            lines.append("    " + row.map { String($0) }.joined(separator: ",") + ",")
        }
        return """
            /* Generated from the contract as a whole by WireGenerator. Edit the contract, then run `make proto`. */
            #include "descriptor_set.h"

            static const uint8_t bytes[] = {
            \(lines.joined(separator: "\n"))
            };

            const uint8_t *wire_file_descriptor_set(void) { return bytes; }
            size_t wire_file_descriptor_set_size(void) { return sizeof bytes; }

            """
    }

    private var hash: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in descriptorSet { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return "0x" + String(hash, radix: 16)
    }
}
