public import Descriptors

/// The types and methods of a contract that this program was not built with: read from a FileDescriptorSet at run time.
///
/// Payloads are taken apart by `WireReader` and this table, in Swift. protobuf-c could do it with message descriptors made at
/// run time, but then structs laid out by a stranger's descriptors would be filled by C code: every offset, size and default
/// would have to be right for descriptors we did not generate, recursion has no limit there, strings end at a NUL, and
/// what does not fit the type is gone. Here an index is checked, depth and work are counted, types that contain
/// themselves are no danger, and every byte can be shown. The descriptors themselves are parsed by protobuf-c.
public struct SchemaPool: Sendable {
    /// A message type with its fields at hand.
    struct MessageType: Sendable {
        let declaration: MessageDeclaration
        /// proto3: no presence for scalars, repeated scalars packed.
        let isProto3: Bool
        let byNumber: [UInt32: Int]
        /// By either spelling.
        let byName: [String: Int]
    }

    /// A method and where it belongs.
    public struct Method: Sendable {
        public let service: String
        public let declaration: MethodDeclaration

        /// `partyline.v1.Signaling/Call`
        public var path: String { service + "/" + declaration.name }
    }

    /// As it was read.
    public let set: DescriptorSet
    private(set) var messages: [String: MessageType] = [:]
    private(set) var enums: [String: EnumDeclaration] = [:]
    private var services: [String: ServiceDeclaration] = [:]

    /// Reads a FileDescriptorSet, with the bounds of `DescriptorSet`.
    public init(decoding bytes: [UInt8]) throws(SchemaError) {
        do { try self.init(try DescriptorSet(decoding: bytes)) } catch let error as DescriptorError {
            throw .descriptors(error)
        } catch let error as SchemaError { throw error } catch { preconditionFailure("\(error)") }
    }

    /// Refuses names declared twice and references to types that are not in the set.
    public init(_ set: DescriptorSet) throws(SchemaError) {
        self.set = set
        for file in set.files {
            for declaration in file.enums { try add(declaration) }
            for declaration in file.messages { try add(declaration, isProto3: file.syntax == "proto3") }
            for declaration in file.services {
                guard services.updateValue(declaration, forKey: declaration.fullName) == nil else {
                    throw .declaredTwice(declaration.fullName)
                }
            }
        }
        try checkReferences()
    }

    private mutating func add(_ declaration: EnumDeclaration) throws(SchemaError) {
        guard enums.updateValue(declaration, forKey: declaration.fullName) == nil else {
            throw .declaredTwice(declaration.fullName)
        }
    }

    /// As deep as types are nested in types, which `DescriptorSet` bounds.
    private mutating func add(_ declaration: MessageDeclaration, isProto3: Bool) throws(SchemaError) {
        var byNumber: [UInt32: Int] = [:]
        var byName: [String: Int] = [:]
        for (index, field) in declaration.fields.enumerated() {
            guard field.number > 0, byNumber.updateValue(index, forKey: UInt32(field.number)) == nil else {
                throw .declaredTwice("\(declaration.fullName) = \(field.number)")
            }
            byName[field.jsonName] = index
            byName[field.name] = index
        }
        let type = MessageType(declaration: declaration, isProto3: isProto3, byNumber: byNumber, byName: byName)
        guard messages.updateValue(type, forKey: declaration.fullName) == nil else {
            throw .declaredTwice(declaration.fullName)
        }
        for inner in declaration.nestedEnums { try add(inner) }
        for inner in declaration.nestedMessages { try add(inner, isProto3: isProto3) }
    }

    private func checkReferences() throws(SchemaError) {
        for type in messages.values {
            for field in type.declaration.fields {
                switch field.kind {
                case .message(let name): if messages[name] == nil { throw .missingType(name) }
                case .enum(let name): if enums[name] == nil { throw .missingType(name) }
                default: break
                }
            }
        }
        for method in methods {
            for name in [method.declaration.request, method.declaration.response] where messages[name] == nil {
                throw .missingType(name)
            }
        }
    }

    // MARK: Looking up

    /// All services, by name.
    public var allServices: [ServiceDeclaration] { services.values.sorted { $0.fullName < $1.fullName } }

    /// All methods, by service, in the order of the file.
    public var methods: [Method] {
        allServices.flatMap { service in
            service.methods.map { Method(service: service.fullName, declaration: $0) }
        }
    }

    /// Full names of all message types, nested ones and those of maps left out.
    public var messageNames: [String] {
        messages.values.filter { !$0.declaration.isMapEntry }.map(\.declaration.fullName).sorted()
    }

    /// Full names of all enums.
    public var enumNames: [String] { enums.keys.sorted() }

    public func service(_ fullName: String) -> ServiceDeclaration? { services[fullName] }

    public func message(_ fullName: String) -> MessageDeclaration? { messages[fullName]?.declaration }

    public func enumeration(_ fullName: String) -> EnumDeclaration? { enums[fullName] }

    /// The method of that path: `partyline.v1.Signaling/Call`.
    public func method(_ path: String) -> Method? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let service = services[String(parts[0])],
            let declaration = service.methods.first(where: { $0.name == parts[1] })
        else { return nil }
        return Method(service: service.fullName, declaration: declaration)
    }

    /// Whether a bool option of the contract's own is set on a method; false for one that no file declares.
    public func isSet(_ option: String, on method: Method) -> Bool {
        guard let number = set.optionNumber(option, extending: "google.protobuf.MethodOptions") else { return false }
        return method.declaration.options.isSet(number)
    }

    /// Whether a bool option of the contract's own is set on a field; false for one that no file declares.
    public func isSet(_ option: String, on field: FieldDeclaration) -> Bool {
        guard let number = set.optionNumber(option, extending: "google.protobuf.FieldOptions") else { return false }
        return field.options.isSet(number)
    }
}
