import FeatureToggles

/// Reads a compiled manifest as untrusted input.
///
/// Every read is bounds-checked. The first invalid one makes the whole result `nil`.
struct CompiledManifestReader {
    /// The maximum nesting depth of values, more than any manifest can have.
    private static let maximumDepth = 256

    private let bytes: [UInt8]
    private let section: CompiledSection

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the manifest.
    ///   - section: The part of the file from which details are read later; `nil` keeps the bytes for that.
    init(_ bytes: [UInt8], in section: CompiledSection? = nil) {
        self.section = section ?? CompiledSection(file: CompiledFile(bytes), place: bytes.indices)
        self.bytes = bytes
    }

    /// Reads the registry.
    ///
    /// - Parameter group: The number of the registries that are sound together with this one; `nil` if this is unknown.
    /// - Returns: The registry, or `nil` if the bytes are damaged, or others follow them.
    func registry(soundWith group: UInt64? = nil) -> ToggleRegistry? {
        bytes.withUnsafeBytes { buffer -> ToggleRegistry? in
            var head = CompiledBytes(buffer)
            guard let texts = CompiledTexts(&head, in: buffer),
                let types = Self.types(&head), let size = head.number(UInt32.self),
                let values = head.range(Int(size)),
                let namespace = head.number(UInt32.self).flatMap({ texts.text($0, in: buffer) }),
                let application = head.number(UInt32.self), let isSound = head.number(UInt8.self),
                let count = head.count(ofSize: CompiledRecord.size),
                let records = head.range(count * CompiledRecord.size), head.remaining == 0
            else { return nil }
            var name: String?
            if application != .max {
                guard let text = texts.text(application, in: buffer) else { return nil }
                name = text
            }
            let details = DetailsBox(CompiledDetails(section, buffer, texts: texts, records: records))
            let valueBytes = UnsafeRawBufferPointer(rebasing: buffer[values])
            var toggles: [ToggleDefinition] = []
            toggles.reserveCapacity(count)
            for index in 0..<count {
                let place = records.lowerBound + index * CompiledRecord.size
                let record = UnsafeRawBufferPointer(rebasing: buffer[place..<place + CompiledRecord.size])
                guard
                    let toggle = Self.toggle(
                        record,
                        at: Int32(truncatingIfNeeded: index),
                        (buffer, texts, types, valueBytes, details)
                    )
                else { return nil }
                toggles.append(toggle)
            }
            return ToggleRegistry(
                namespace: namespace,
                application: name,
                toggles: toggles,
                soundness: isSound != 1 ? .unknown : group.map { .together($0) } ?? .alone
            )
        }
    }

    private static func types(_ bytes: inout CompiledBytes) -> [ToggleType]? {
        guard let count = bytes.count(ofSize: 1) else { return nil }
        var types: [ToggleType] = []
        types.reserveCapacity(count)
        for _ in 0..<count {
            guard let kind = bytes.number(UInt8.self).flatMap(CompiledTypeKind.init(rawValue:)) else { return nil }
            switch kind {
            case .bool: types.append(.bool)
            case .int: types.append(.int)
            case .double: types.append(.double)
            case .string: types.append(.string)
            case .json: types.append(.json)
            case .variants:
                guard let count = bytes.count(ofSize: 4), count > 0 else { return nil }
                var names: [String] = []
                names.reserveCapacity(count)
                for _ in 0..<count {
                    guard let name = bytes.text() else { return nil }
                    names.append(name)
                }
                types.append(.variants(names))
            }
        }
        return types
    }

    /// The tables that records refer to.
    private typealias Parts = (
        buffer: UnsafeRawBufferPointer, texts: CompiledTexts, types: [ToggleType], values: UnsafeRawBufferPointer,
        details: DetailsBox
    )

    @inline(__always)
    private static func toggle(_ record: UnsafeRawBufferPointer, at index: Int32, _ parts: Parts) -> ToggleDefinition? {
        func number(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: record.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func text(_ offset: Int) -> String? { parts.texts.text(number(offset), in: parts.buffer) }
        let fields = CompiledFields(rawValue: record[CompiledRecord.fields])
        let type = Int(number(CompiledRecord.type))
        guard let category = category(record[CompiledRecord.category]), fields.isSubset(of: .all),
            type < parts.types.count, let key = text(CompiledRecord.key),
            let kind = CompiledValueKind(rawValue: record[CompiledRecord.kind])
        else { return nil }
        let value: JSONValue
        switch kind {
        case .null: value = .null
        case .false: value = .bool(false)
        case .true: value = .bool(true)
        case .string:
            guard let text = text(CompiledRecord.value) else { return nil }
            value = .string(text)
        case .integer, .number, .array, .object:
            var bytes = CompiledBytes(parts.values, at: Int(number(CompiledRecord.value)))
            guard let read = Self.value(&bytes, parts, depth: 0) else { return nil }
            value = read
        }
        var remote: String?
        if fields.contains(.remote) {
            guard let text = text(CompiledRecord.remote) else { return nil }
            remote = text
        }
        var retired: [String] = []
        if fields.contains(.retired) {
            var bytes = CompiledBytes(parts.values, at: Int(number(CompiledRecord.retired)))
            guard let count = bytes.count(ofSize: 4) else { return nil }
            for _ in 0..<count {
                guard let text = bytes.number(UInt32.self).flatMap({ parts.texts.text($0, in: parts.buffer) }) else {
                    return nil
                }
                retired.append(text)
            }
        }
        return ToggleDefinition(
            key: key,
            id: UInt64(littleEndian: record.loadUnaligned(fromByteOffset: CompiledRecord.id, as: UInt64.self)),
            category: category,
            type: parts.types[type],
            canonicalDefault: value,
            remoteParameter: remote,
            retiredParameters: retired,
            details: fields.contains(.details) ? parts.details : nil,
            at: index
        )
    }

    private static func category(_ number: UInt8) -> ToggleCategory? {
        switch number {
        case 0: .release
        case 1: .ops
        case 2: .experiment
        case 3: .permission
        case 4: .migration
        default: nil
        }
    }

    private static func value(_ bytes: inout CompiledBytes, _ parts: Parts, depth: Int) -> JSONValue? {
        guard depth < maximumDepth, let kind = bytes.number(UInt8.self).flatMap(CompiledValueKind.init(rawValue:))
        else {
            return nil
        }
        func text() -> String? { bytes.number(UInt32.self).flatMap { parts.texts.text($0, in: parts.buffer) } }
        switch kind {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .integer: return bytes.number(Int64.self).flatMap { Int(exactly: $0) }.map { .integer($0) }
        case .number: return bytes.number(UInt64.self).map { .number(Double(bitPattern: $0)) }
        case .string: return text().map { .string($0) }
        case .array:
            guard let count = bytes.count(ofSize: 1) else { return nil }
            var elements: [JSONValue] = []
            elements.reserveCapacity(count)
            for _ in 0..<count {
                guard let element = value(&bytes, parts, depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .array(elements)
        case .object:
            guard let count = bytes.count(ofSize: 5) else { return nil }
            var members: [JSONObject.Member] = []
            members.reserveCapacity(count)
            for _ in 0..<count {
                guard let name = text(), let member = value(&bytes, parts, depth: depth + 1) else { return nil }
                members.append(JSONObject.Member(name: name, value: member))
            }
            return .object(JSONObject(members))
        }
    }
}
