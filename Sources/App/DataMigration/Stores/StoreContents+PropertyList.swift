import Foundation

/// Contents in a dictionary, with the record under its own key.
extension StoreContents {
    /// Creates contents, and extracts the record.
    init(flat values: [String: StoredValue], store: String) throws(DataMigrationError) {
        self.init(values: values)
        guard let stored = self.values.removeValue(forKey: PropertyListStore.recordKey) else { return }
        guard let record = MigrationRecord(stored: stored) else {
            throw DataMigrationError(
                .malformed,
                "“\(PropertyListStore.recordKey)” in \(store) is not a valid record of the migrator; remove it to run all steps."
            )
        }
        self.record = record
    }

    /// The dictionary for a property list.
    func flat() throws(DataMigrationError) -> [String: Any] {
        guard values[PropertyListStore.recordKey] == nil else {
            throw DataMigrationError(
                .invalidValue,
                key: PropertyListStore.recordKey,
                "“\(PropertyListStore.recordKey)” is reserved for the migrator; choose another key."
            )
        }
        var flat: [String: Any] = [:]
        for (key, value) in values {
            guard let list = value.propertyList else {
                throw DataMigrationError(
                    .invalidValue,
                    key: key,
                    "“\(key)” contains null, which property lists cannot contain; remove it."
                )
            }
            flat[key] = list
        }
        if !record.isEmpty { flat[PropertyListStore.recordKey] = record.stored.propertyList }
        return flat
    }
}

extension StoredValue {
    /// The maximum nesting depth of arrays and dictionaries.
    private static let maximumDepth = 126

    /// Creates a value, or returns `nil` if the type is unknown, an integer doesn't fit `Int`, or the value is nested too
    /// deeply.
    init?(propertyList value: Any, depth: Int = 0) {
        guard depth <= Self.maximumDepth else { return nil }
        switch value {
        case let text as String: self = .string(text)
        case let data as Data: self = .data([UInt8](data))
        case let date as Date: self = .date(date.timeIntervalSince1970)
        case let number as NSNumber:
            guard let value = Self.number(number) else { return nil }
            self = value
        case let elements as [Any]:
            var values: [StoredValue] = []
            for element in elements {
                guard let value = StoredValue(propertyList: element, depth: depth + 1) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case let members as [String: Any]:
            var values: [String: StoredValue] = [:]
            for (name, member) in members {
                guard let value = StoredValue(propertyList: member, depth: depth + 1) else { return nil }
                values[name] = value
            }
            self = .dictionary(values)
        default: return nil
        }
    }

    /// Creates a Boolean, an integer, or a number, depending on the original type.
    private static func number(_ number: NSNumber) -> StoredValue? {
        #if canImport(Darwin)
        if CFGetTypeID(number) == CFBooleanGetTypeID() { return .bool(number.boolValue) }
        if CFNumberIsFloatType(number) { return .number(number.doubleValue) }
        #else
        // On other platforms, only Booleans have a character type.
        let type = String(cString: number.objCType)
        if type == "c" || type == "B" { return .bool(number.boolValue) }
        if type == "d" || type == "f" { return .number(number.doubleValue) }
        #endif
        if let integer = Int(exactly: number) { return .integer(integer) }
        // If `Int` has 32 bits, a Double is exact for most other integers.
        guard let exact = Double(exactly: number), exact.magnitude <= 0x1p53 else { return nil }
        return .number(exact)
    }

    /// The value for a property list; `nil` if it contains `null`.
    var propertyList: Any? {
        switch self {
        case .null: return nil
        case .bool(let flag): return flag
        case .integer(let integer): return integer
        case .number(let number): return number
        case .string(let text): return text
        case .data(let bytes): return Data(bytes)
        case .date(let seconds): return Date(timeIntervalSince1970: seconds)
        case .array(let elements):
            let values = elements.compactMap(\.propertyList)
            return values.count == elements.count ? values : nil
        case .dictionary(let members):
            let values = members.compactMapValues(\.propertyList)
            return values.count == members.count ? values : nil
        }
    }
}
