import CallModel

extension JSONValue {
    /// The text on one line, without white space.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// The bytes of `text`.
    public var utf8: [UInt8] {
        var printer = JSONPrinter()
        printer.print(self)
        return printer.output
    }
}

/// Writes JSON text.
private struct JSONPrinter {
    var output: [UInt8] = []

    mutating func print(_ value: JSONValue) {
        switch value {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .double(let value): print(value)
        case .string(let value): print(value)
        case .array(let values): print(values, "[", "]") { printer, value in printer.print(value) }
        case .object(let members):
            print(members, "{", "}") { printer, member in
                printer.print(member.name)
                printer.output.append(UInt8(ascii: ":"))
                printer.print(member.value)
            }
        }
    }

    private mutating func print<Element>(
        _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
        _ body: (inout JSONPrinter, Element) -> Void
    ) {
        output.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            body(&self, element)
        }
        output.append(UInt8(ascii: close))
    }

    /// JSON has no word for what is no number; the protobuf mapping writes it as a string.
    private mutating func print(_ value: Double) {
        if value.isFinite {
            output += "\(value)".utf8
        } else {
            print(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }

    private mutating func print(_ value: String) {
        output.append(UInt8(ascii: "\""))
        let utf8 = value.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output += utf8
        } else {
            printEscaping(utf8)
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func printEscaping(_ utf8: String.UTF8View) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""): output += "\\\"".utf8
            case UInt8(ascii: "\\"): output += "\\\\".utf8
            case UInt8(ascii: "\n"): output += "\\n".utf8
            case UInt8(ascii: "\r"): output += "\\r".utf8
            case UInt8(ascii: "\t"): output += "\\t".utf8
            case 0..<0x20: output += "\\u00\(Hexadecimal.encode([byte]))".utf8
            default: output.append(byte)
            }
        }
    }
}
