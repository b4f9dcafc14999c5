import FeatureToggles

/// Reads a compiled manifest without trusting a byte of it.
///
/// Every read is checked against the end. After the first one that does not fit everything is `nil`.
struct CompiledManifestReader {
    /// How deep values may lie in each other: deeper than any that a manifest can have.
    private static let maximumDepth = 256

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var texts: [String] = []
    private var types: [ToggleType] = []

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private var remaining: Int { bytes.count - position }

    // MARK: Numbers and texts

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        guard remaining >= MemoryLayout<Number>.size else { return nil }
        defer { position += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
    }

    /// A number of records, each of which takes at least `size` bytes.
    private mutating func count(ofSize size: Int) -> Int? {
        guard let count = number(UInt32.self), Int(count) <= remaining / size else { return nil }
        return Int(count)
    }

    mutating func word() -> UInt64? { number(UInt64.self) }

    mutating func hash() -> WideContentHash? {
        guard let first = word(), let second = word() else { return nil }
        return WideContentHash(first: first, second: second)
    }

    private mutating func text() -> String? {
        guard let count = number(UInt32.self), Int(count) <= remaining else { return nil }
        defer { position += Int(count) }
        return String(decoding: bytes[position..<position + Int(count)], as: UTF8.self)
    }

    private mutating func sharedText() -> String? {
        guard let index = number(UInt32.self), Int(index) < texts.count else { return nil }
        return texts[Int(index)]
    }

    // MARK: The manifest

    /// Reads everything; `nil` when it was made by another tool, is damaged, or has something behind its end.
    mutating func registry(tool: String) -> ToggleRegistry? {
        guard text() == tool, readTexts(), readTypes(), let namespace = sharedText(),
            let hasApplication = number(UInt8.self)
        else { return nil }
        var application: String?
        if hasApplication != 0 {
            guard let name = sharedText() else { return nil }
            application = name
        }
        guard let count = count(ofSize: 11) else { return nil }
        var toggles: [ToggleDefinition] = []
        toggles.reserveCapacity(count)
        for _ in 0..<count {
            guard let toggle = toggle() else { return nil }
            toggles.append(toggle)
        }
        guard remaining == 0 else { return nil }
        return ToggleRegistry(namespace: namespace, application: application, toggles: toggles)
    }

    private mutating func readTexts() -> Bool {
        guard let count = count(ofSize: 4) else { return false }
        texts.reserveCapacity(count)
        for _ in 0..<count {
            guard let text = text() else { return false }
            texts.append(text)
        }
        return true
    }

    private mutating func readTypes() -> Bool {
        guard let count = count(ofSize: 1) else { return false }
        types.reserveCapacity(count)
        for _ in 0..<count {
            guard let type = type() else { return false }
            types.append(type)
        }
        return true
    }

    private mutating func type() -> ToggleType? {
        guard let kind = number(UInt8.self).flatMap(CompiledTypeKind.init(rawValue:)) else { return nil }
        switch kind {
        case .bool: return .bool
        case .int: return .int
        case .double: return .double
        case .string: return .string
        case .json: return .json
        case .variants:
            guard let count = count(ofSize: 4), count > 0 else { return nil }
            var names: [String] = []
            names.reserveCapacity(count)
            for _ in 0..<count {
                guard let name = text() else { return nil }
                names.append(name)
            }
            return .variants(names)
        }
    }

    private mutating func toggle() -> ToggleDefinition? {
        guard let key = sharedText(),
            let category = number(UInt8.self), ToggleCategory.allCases.indices.contains(Int(category)),
            let fields = number(UInt8.self).map(CompiledFields.init(rawValue:)), fields.isSubset(of: .all),
            let type = number(UInt32.self), types.indices.contains(Int(type)),
            let value = value(depth: 0)
        else { return nil }
        var remote: String?
        if fields.contains(.remote) {
            guard let text = sharedText() else { return nil }
            remote = text
        }
        var retired: [String] = []
        if fields.contains(.retired) {
            guard let count = count(ofSize: 4) else { return nil }
            for _ in 0..<count {
                guard let text = sharedText() else { return nil }
                retired.append(text)
            }
        }
        var details: ToggleDetails?
        if fields.contains(.details) {
            guard let read = self.details(fields) else { return nil }
            details = read
        }
        return ToggleDefinition(
            key: key,
            category: ToggleCategory.allCases[Int(category)],
            type: types[Int(type)],
            defaultValue: value,
            remoteParameter: remote,
            retiredParameters: retired,
            details: details
        )
    }

    private mutating func details(_ fields: CompiledFields) -> ToggleDetails? {
        guard let description = sharedText(), let owner = sharedText() else { return nil }
        var details = ToggleDetails(description: description, owner: owner)
        if fields.contains(.created) {
            guard let date = date() else { return nil }
            details.created = date
        }
        if fields.contains(.expires) {
            guard let date = date() else { return nil }
            details.expires = date
        }
        details.isPermanent = fields.contains(.permanent)
        if fields.contains(.issue) {
            guard let issue = sharedText() else { return nil }
            details.issue = issue
        }
        return details
    }

    private mutating func date() -> CalendarDate? {
        guard let year = number(UInt16.self), let month = number(UInt8.self), let day = number(UInt8.self) else {
            return nil
        }
        return CalendarDate(year: Int(year), month: Int(month), day: Int(day))
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.maximumDepth,
            let kind = number(UInt8.self).flatMap(CompiledValueKind.init(rawValue:))
        else { return nil }
        switch kind {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .integer: return number(Int64.self).flatMap { Int(exactly: $0) }.map { .integer($0) }
        case .number: return number(UInt64.self).map { .number(Double(bitPattern: $0)) }
        case .string: return sharedText().map { .string($0) }
        case .array:
            guard let count = count(ofSize: 1) else { return nil }
            var elements: [JSONValue] = []
            elements.reserveCapacity(count)
            for _ in 0..<count {
                guard let element = value(depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .array(elements)
        case .object:
            guard let count = count(ofSize: 5) else { return nil }
            var members: [JSONObject.Member] = []
            members.reserveCapacity(count)
            for _ in 0..<count {
                guard let name = sharedText(), let member = value(depth: depth + 1) else { return nil }
                members.append(JSONObject.Member(name: name, value: member))
            }
            return .object(JSONObject(members))
        }
    }
}
