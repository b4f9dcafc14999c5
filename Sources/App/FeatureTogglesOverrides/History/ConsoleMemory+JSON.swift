import FeatureToggles
import ToggleBase

extension ConsoleMemory {
    /// The version of the format.
    static let version = 1

    /// The content of the file.
    ///
    /// ```json
    /// {
    ///   "version": 1,
    ///   "pins": ["new_checkout"],
    ///   "theme": "dark",
    ///   "undo": [
    ///     { "title": "new_checkout = on", "time": 1763650000, "edits": [{ "key": "new_checkout", "after": true }] }
    ///   ],
    ///   "redo": []
    /// }
    /// ```
    ///
    /// An edit without `before` created an override; one without `after` removed it.
    var json: JSONValue {
        var object: JSONObject = ["version": .integer(Self.version)]
        object["pins"] = .array(pins.sorted().map { .string($0) })
        object["theme"] = theme.map { .string($0) }
        object["undo"] = .array(undo.map(\.json))
        object["redo"] = .array(redo.map(\.json))
        return .object(object)
    }

    /// Parses the content of the file.
    ///
    /// Invalid history steps are skipped; everything else must be valid.
    ///
    /// - Parameter json: The content.
    /// - Throws: ``OverrideError`` with a description of the invalid part.
    init(json: JSONValue) throws(OverrideError) {
        guard case .object(let object) = json else {
            throw OverrideError("The content must be an object, not \(json.kindDescription).")
        }
        switch object["version"] {
        case .integer(Self.version): break
        case .integer(let number):
            throw OverrideError("The file has version \(number), but only version \(Self.version) is supported here.")
        default: throw OverrideError("‘version’ must be \(Self.version).")
        }
        for json in try Self.list("pins", in: object) {
            guard case .string(let name) = json else {
                throw OverrideError("‘pins’ must contain only strings, not \(json.kindDescription).")
            }
            pins.insert(name)
        }
        switch object["theme"] {
        case nil: break
        case .string(let name)?: theme = name
        case let json?: throw OverrideError("‘theme’ must be a string, not \(json.kindDescription).")
        }
        undo = try Self.list("undo", in: object).compactMap { OverrideChange(json: $0) }
        redo = try Self.list("redo", in: object).compactMap { OverrideChange(json: $0) }
        trim()
    }

    /// Returns whether a file has a version that only newer tools support.
    static func isNewer(_ json: JSONValue) -> Bool {
        guard case .object(let object) = json, case .integer(let number)? = object["version"] else { return false }
        return number > version
    }

    private static func list(_ name: String, in object: JSONObject) throws(OverrideError) -> [JSONValue] {
        switch object[name] {
        case nil: return []
        case .array(let elements)?: return elements
        case let json?: throw OverrideError("‘\(name)’ must be an array, not \(json.kindDescription).")
        }
    }
}

extension OverrideChange {
    /// The change as stored in the history.
    fileprivate var json: JSONValue {
        let edits = edits.map { edit -> JSONValue in
            var object: JSONObject = ["key": .string(edit.key)]
            object["before"] = edit.before
            object["after"] = edit.after
            return .object(object)
        }
        var object: JSONObject = ["title": .string(title)]
        object["time"] = time.map { JSONValue(whole: $0) }
        object["edits"] = .array(edits)
        return .object(object)
    }

    fileprivate init?(json: JSONValue) {
        guard case .object(let object) = json, case .string(let title)? = object["title"],
            case .array(let elements)? = object["edits"], !elements.isEmpty
        else { return nil }
        var edits: [Edit] = []
        for element in elements {
            guard case .object(let edit) = element, case .string(let key)? = edit["key"] else { return nil }
            edits.append(Edit(key: key, before: edit["before"], after: edit["after"]))
        }
        self.init(edits, title: title)
        if case .integer(let seconds)? = object["time"] { time = Int64(seconds) }
    }
}
