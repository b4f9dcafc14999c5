import FeatureToggles

/// Writes what ``CompiledManifestReader`` reads.
struct CompiledManifestWriter {
    private var texts: [String] = []
    private var textIndices: [String: UInt32] = [:]
    private var typeRecords: [UInt8] = []
    private var typeIndices: [[UInt8]: UInt32] = [:]

    /// The part of the file behind the header.
    mutating func body(of registry: ToggleRegistry, tool: String) -> [UInt8] {
        var toggles: [UInt8] = []
        toggles.append(littleEndian: index(of: registry.namespace))
        toggles.append(registry.application == nil ? 0 : 1)
        if let application = registry.application { toggles.append(littleEndian: index(of: application)) }
        toggles.append(littleEndian: UInt32(clamping: registry.toggles.count))
        for toggle in registry.toggles { add(toggle, to: &toggles) }

        var body: [UInt8] = []
        add(tool, to: &body)
        body.append(littleEndian: UInt32(clamping: texts.count))
        for text in texts { add(text, to: &body) }
        body.append(littleEndian: UInt32(clamping: typeIndices.count))
        return body + typeRecords + toggles
    }

    private func add(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func index(of text: String) -> UInt32 {
        if let index = textIndices[text], texts[Int(index)].utf8.elementsEqual(text.utf8) { return index }
        let index = UInt32(clamping: texts.count)
        texts.append(text)
        textIndices[text] = index
        return index
    }

    private mutating func index(of type: ToggleType) -> UInt32 {
        // Names may be equal to each other as texts and not in their bytes.
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
            for name in names { self.add(name, to: &bytes) }
        }
    }

    private mutating func add(_ toggle: ToggleDefinition, to bytes: inout [UInt8]) {
        var fields: CompiledFields = []
        let remote = toggle.remoteParameter.flatMap { $0 == toggle.key ? nil : $0 }
        if remote != nil { fields.insert(.remote) }
        if !toggle.retiredParameters.isEmpty { fields.insert(.retired) }
        if let details = toggle.details {
            fields.insert(.details)
            if details.created != nil { fields.insert(.created) }
            if details.expires != nil { fields.insert(.expires) }
            if details.isPermanent { fields.insert(.permanent) }
            if details.issue != nil { fields.insert(.issue) }
        }
        bytes.append(littleEndian: index(of: toggle.key))
        bytes.append(UInt8(clamping: ToggleCategory.allCases.firstIndex(of: toggle.category) ?? 0))
        bytes.append(fields.rawValue)
        bytes.append(littleEndian: index(of: toggle.type))
        add(toggle.defaultValue, to: &bytes)
        if let remote { bytes.append(littleEndian: index(of: remote)) }
        if !toggle.retiredParameters.isEmpty {
            bytes.append(littleEndian: UInt32(clamping: toggle.retiredParameters.count))
            for parameter in toggle.retiredParameters { bytes.append(littleEndian: index(of: parameter)) }
        }
        guard let details = toggle.details else { return }
        bytes.append(littleEndian: index(of: details.description))
        bytes.append(littleEndian: index(of: details.owner))
        for date in [details.created, details.expires] {
            guard let date else { continue }
            bytes.append(littleEndian: UInt16(clamping: date.year))
            bytes.append(UInt8(clamping: date.month))
            bytes.append(UInt8(clamping: date.day))
        }
        if let issue = details.issue { bytes.append(littleEndian: index(of: issue)) }
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
