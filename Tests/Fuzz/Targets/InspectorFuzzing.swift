import InspectorCore
import Schema
import Wire

func fuzzRecording(_ bytes: [UInt8]) { RecordingReader.readAnything(bytes) }

func fuzzExpression(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    _ = try? Expression(parsing: text)
}

/// A line that is understood is printed as one that says the same.
func fuzzTapLine(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let record = try? TapRecord(jsonLine: text) else {
        return
    }
    let printed = record.json().text
    precondition((try? TapRecord(jsonLine: printed)) == record, "\(printed): not the same after printing")
}

/// The first byte is how long the schema is, in steps of 16 bytes; a payload follows, whose first byte chooses its type.
func fuzzSchema(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let schema = Array(bytes.dropFirst().prefix(Int(first) * 16))
    let payload = Array(bytes.dropFirst(1 + schema.count))
    if let pool = try? SchemaPool(decoding: schema) {
        for name in pool.messageNames.prefix(20) { _ = try? pool.json(payload, of: name) }
        for service in pool.allServices { _ = pool.text(service) }
    }
    // Payloads of our own services are read by a schema at run time too.
    guard let choice = payload.first, let own, !ownNames.isEmpty else { return }
    let name = ownNames[Int(choice) % ownNames.count]
    guard let json = try? own.json(Array(payload.dropFirst()), of: name) else { return }
    _ = try? own.bytes(json, of: name)
}

private let own = try? SchemaPool(decoding: Proto.fileDescriptorSet)
private let ownNames = own?.messageNames ?? []
