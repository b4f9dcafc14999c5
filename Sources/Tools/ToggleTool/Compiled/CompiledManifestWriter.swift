import FeatureToggles
import ToggleBase

/// Writes the format that ``CompiledManifestReader`` reads.
struct CompiledManifestWriter {
    private var texts: [String] = []
    private var textIndices: [String: UInt32] = [:]
    private var typeRecords: [UInt8] = []
    private var typeIndices: [[UInt8]: UInt32] = [:]
    /// The values that don't fit into a record, and lists of parameters.
    private var values: [UInt8] = []

    /// Returns the bytes of a registry.
    mutating func bytes(of registry: ToggleRegistry) -> [UInt8] {
        var toggles: [UInt8] = []
        toggles.append(littleEndian: index(of: registry.namespace))
        toggles.append(littleEndian: registry.application.map { index(of: $0) } ?? .max)
        toggles.append([registry].areSound ? 1 : 0)
        toggles.append(littleEndian: UInt32(clamping: registry.toggles.count))
        for toggle in registry.toggles { add(toggle, to: &toggles) }

        var body: [UInt8] = []
        body.append(littleEndian: UInt32(clamping: texts.count))
        var end = 0
        for text in texts {
            end += text.utf8.count
            body.append(littleEndian: UInt32(clamping: end))
        }
        for text in texts { body.append(contentsOf: text.utf8) }
        body.append(littleEndian: UInt32(clamping: typeIndices.count))
        body += typeRecords
        body.append(littleEndian: UInt32(clamping: values.count))
        return body + values + toggles
    }

    private mutating func index(of text: String) -> UInt32 {
        if let index = textIndices[text], texts[Int(index)].utf8.elementsEqual(text.utf8) { return index }
        let index = UInt32(clamping: texts.count)
        texts.append(text)
        textIndices[text] = index
        return index
    }

    private mutating func index(of type: ToggleType) -> UInt32 {
        // Compares bytes, because names with different bytes can be equal as strings.
        var record: [UInt8] = []
        add(type, to: &record)
        if let index = typeIndices[record] { return index }
        let index = UInt32(clamping: typeIndices.count)
        typeRecords += record
        typeIndices[record] = index
        return index
    }

    private func add(_ type: ToggleType, to bytes: inout [UInt8]) {
        func add(_ kind: CompiledTypeKind) { bytes.append(kind.rawValue) }
        switch type {
        case .bool: add(.bool)
        case .int: add(.int)
        case .double: add(.double)
        case .string: add(.string)
        case .json: add(.json)
        case .variants(let names):
            add(.variants)
            bytes.append(littleEndian: UInt32(clamping: names.count))
            for name in names { bytes.append(text: name) }
        }
    }

    /// Appends the record of a toggle, in the order of ``CompiledRecord``.
    private mutating func add(_ toggle: ToggleDefinition, to bytes: inout [UInt8]) {
        var fields: CompiledFields = []
        let remote = toggle.remoteParameter.flatMap { $0 == toggle.key ? nil : $0 }
        if remote != nil { fields.insert(.remote) }
        if !toggle.retiredParameters.isEmpty { fields.insert(.retired) }
        let details = toggle.details
        if let details {
            fields.insert(.details)
            if !details.owner.isEmpty { fields.insert(.owner) }
            if details.isPermanent { fields.insert(.permanent) }
            if details.issue != nil { fields.insert(.issue) }
        }
        bytes.append(littleEndian: toggle.id)
        bytes.append(littleEndian: index(of: toggle.key))
        bytes.append(littleEndian: index(of: toggle.type))
        bytes.append(UInt8(clamping: ToggleCategory.allCases.firstIndex(of: toggle.category) ?? 0))
        bytes.append(fields.rawValue)
        let (kind, value) = record(of: toggle.defaultValue)
        bytes.append(kind.rawValue)
        bytes.append(0)
        bytes.append(littleEndian: value)
        bytes.append(littleEndian: remote.map { index(of: $0) } ?? 0)
        bytes.append(littleEndian: UInt32(clamping: toggle.retiredParameters.isEmpty ? 0 : values.count))
        if !toggle.retiredParameters.isEmpty {
            values.append(littleEndian: UInt32(clamping: toggle.retiredParameters.count))
            for parameter in toggle.retiredParameters { values.append(littleEndian: index(of: parameter)) }
        }
        bytes.append(littleEndian: details.map { index(of: $0.description) } ?? 0)
        bytes.append(littleEndian: details.map { index(of: $0.owner) } ?? 0)
        bytes.append(littleEndian: details?.created.map(Self.number) ?? 0)
        bytes.append(littleEndian: details?.expires.map(Self.number) ?? 0)
        bytes.append(littleEndian: details?.issue.map { index(of: $0) } ?? 0)
    }

    private static func number(_ date: CalendarDate) -> UInt32 {
        UInt32(clamping: date.year) << 16 | UInt32(clamping: date.month) << 8 | UInt32(clamping: date.day)
    }

    /// Returns the kind of a default, and its text's number or its offset among the values.
    private mutating func record(of value: JSONValue) -> (CompiledValueKind, UInt32) {
        switch value {
        case .null: return (.null, 0)
        case .bool(let value): return (value ? .true : .false, 0)
        case .string(let text): return (.string, index(of: text))
        case .integer, .number, .array, .object:
            var bytes: [UInt8] = []
            add(value, to: &bytes)
            defer { values += bytes }
            return (bytes.first.flatMap(CompiledValueKind.init(rawValue:)) ?? .null, UInt32(clamping: values.count))
        }
    }

    private mutating func add(_ value: JSONValue, to bytes: inout [UInt8]) {
        func add(_ kind: CompiledValueKind) { bytes.append(kind.rawValue) }
        switch value {
        case .null: add(.null)
        case .bool(let value): add(value ? .true : .false)
        case .integer(let value):
            add(.integer)
            bytes.append(littleEndian: Int64(value))
        case .number(let value):
            add(.number)
            bytes.append(littleEndian: value.bitPattern)
        case .string(let text):
            add(.string)
            bytes.append(littleEndian: index(of: text))
        case .array(let elements):
            add(.array)
            bytes.append(littleEndian: UInt32(clamping: elements.count))
            for element in elements { self.add(element, to: &bytes) }
        case .object(let object):
            add(.object)
            bytes.append(littleEndian: UInt32(clamping: object.members.count))
            for member in object.members {
                bytes.append(littleEndian: index(of: member.name))
                self.add(member.value, to: &bytes)
            }
        }
    }
}
