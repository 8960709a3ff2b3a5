/// The Swift file of one .proto file.
struct FileEmitter {
    let file: SchemaFile
    let secrets: SecretMap

    func emit() -> String {
        var out = SourceWriter()
        out.fileHeader(source: file.path)
        if !file.messages.isEmpty {
            out.line("internal import CWire")
            out.line("internal import CWireArena")
        }
        out.line()
        out.block("extension Proto") { out in
            var isFirst = true
            func separate(_ out: inout SourceWriter) {
                if !isFirst { out.line() }
                isFirst = false
            }
            for each in file.enums {
                separate(&out)
                EnumEmitter(schema: each).emit(to: &out)
            }
            for each in file.messages {
                separate(&out)
                MessageEmitter(message: each, secrets: secrets).emit(to: &out)
            }
            for each in file.services {
                separate(&out)
                ServiceEmitter(service: each).emit(to: &out)
            }
        }
        out.line()
        for name in file.enums.map(\.name) + file.messages.map(\.name) {
            out.line("extension Proto.\(name): JSONField {}")
        }
        for each in file.messages { CConversionEmitter(message: each).emit(to: &out) }
        return out.text
    }
}
