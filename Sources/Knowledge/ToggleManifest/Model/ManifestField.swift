/// A field of a toggle in `toggles.yaml`, in the order in which fields are written.
public enum ManifestField: String, Sendable, Hashable, CaseIterable {
    /// The category of the toggle.
    case category
    /// The type of the values, if there are no ``values``.
    case type
    /// The closed set of values.
    case values
    /// The value used when no source provides one.
    case `default`
    /// The name in Swift, if it differs from the key in `lowerCamelCase`.
    case swift
    /// The remote parameter, if it differs from the key.
    case remote
    /// Former remote parameters.
    case retired
    /// A sentence about what the toggle does.
    case description
    /// The person or team that is responsible for the toggle.
    case owner
    /// The day on which the toggle was declared.
    case created
    /// The day by which the toggle should have been removed.
    case expires
    /// Whether the toggle is meant to stay.
    case permanent
    /// The ticket that the toggle belongs to.
    case issue

    /// The name in the file.
    public var name: String { rawValue }
}

extension ManifestField {
    /// Names of fields in other tools.
    static let otherWords: [String: ManifestField] = [
        "kind": .category, "variants": .values, "variant": .values, "options": .values, "cases": .values,
        "enum": .values, "defaultvalue": .default, "parameter": .remote, "swiftname": .swift, "swift_name": .swift,
        "name": .swift,
        "team": .owner, "owners": .owner,
        "maintainer": .owner, "summary": .description, "expiry": .expires, "expiration": .expires, "until": .expires,
        "date": .created, "ticket": .issue, "jira": .issue, "link": .issue, "url": .issue,
    ]

    private static let named = allCases.map { (name: $0.rawValue, field: $0) }

    /// Returns the field with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - last: The field above it. Most files have the fields in their usual order, so the search begins after it.
    /// - Returns: The field, or `nil` if no field has the name.
    static func named(_ name: String, after last: ManifestField?) -> ManifestField? {
        var index = 0
        if let last {
            while named[index].field != last { index += 1 }
        }
        for _ in named.indices {
            if named[index].name == name { return named[index].field }
            index = index + 1 < named.count ? index + 1 : 0
        }
        return nil
    }
}

// MARK: - Details

extension ManifestField {
    /// The fields of a toggle's details.
    package static let details = allCases.filter { $0.detail != nil }

    /// What a field of the details contains.
    enum Detail {
        /// Text that every toggle has.
        case text
        /// Text or a number.
        case reference
        case date
        case flag
    }

    /// What the field contains if it belongs to a toggle's details.
    var detail: Detail? {
        switch self {
        case .description, .owner: .text
        case .created, .expires: .date
        case .permanent: .flag
        case .issue: .reference
        case .category, .type, .values, .default, .swift, .remote, .retired: nil
        }
    }

    /// The label in the initializer of `ToggleDetails`.
    var argument: String { self == .permanent ? "isPermanent" : rawValue }

    static let wantedBoolean = "‘true’ or ‘false’, without quotes"

    /// What to write as the value of one of the details, for messages.
    var wanted: String {
        switch self {
        case .description: "what the toggle does, in a sentence"
        case .owner: "the team or person that looks after the toggle"
        case .issue: "the URL or the number of a ticket"
        case .created, .expires: "a date, such as ‘2026-11-01’"
        default: Self.wantedBoolean
        }
    }
}

extension ToggleDetails {
    /// A field as it is written in `toggles.yaml`; `nil` without a value, or if the field isn't one of the details.
    package subscript(field: ManifestField) -> JSONValue? {
        get {
            switch field {
            case .description: .string(description)
            case .owner: .string(owner)
            case .created: created.map { .string($0.description) }
            case .expires: expires.map { .string($0.description) }
            case .permanent: .bool(isPermanent)
            case .issue: issue.map { .string($0) }
            case .category, .type, .values, .default, .swift, .remote, .retired: nil
            }
        }
        set {
            let text: String? = if case .string(let text)? = newValue { text } else { nil }
            switch field {
            case .description: description = text ?? ""
            case .owner: owner = text ?? ""
            case .created: created = text.flatMap { CalendarDate($0) }
            case .expires: expires = text.flatMap { CalendarDate($0) }
            case .permanent: isPermanent = newValue == true
            case .issue: issue = text
            case .category, .type, .values, .default, .swift, .remote, .retired: break
            }
        }
    }

    /// The fields to write, in their usual order, without those that have no value or are false.
    var written: [(field: ManifestField, value: JSONValue)] {
        var result: [(field: ManifestField, value: JSONValue)] = []
        for field in ManifestField.details {
            // Without an owner, that of the section ‘defaults’ applies.
            if let value = self[field], value != .bool(false), field != .owner || value != "" {
                result.append((field, value))
            }
        }
        return result
    }
}

/// A field at the top level of `toggles.yaml`.
enum RootField: String, CaseIterable {
    case schema
    case namespace
    case application
    case access
    case timeZone = "time_zone"
    case document
    case environments
    case defaults
    case toggles
    case lint
}
