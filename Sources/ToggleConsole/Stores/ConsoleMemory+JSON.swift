import FeatureToggles

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
    ///     { "title": "new_checkout = on", "edits": [{ "key": "new_checkout", "after": true }] }
    ///   ],
    ///   "redo": []
    /// }
    /// ```
    ///
    /// An edit without `before` made an override, one without `after` took it away.
    var json: JSONValue {
        var object: JSONObject = ["version": .integer(Self.version)]
        object["pins"] = .array(pins.sorted().map { .string($0) })
        object["theme"] = theme.map { .string($0) }
        object["undo"] = .array(undo.map(\.json))
        object["redo"] = .array(redo.map(\.json))
        return .object(object)
    }

    /// Reads the content of the file.
    ///
    /// Steps of the history that cannot be understood are left out; everything else of it must fit.
    ///
    /// - Parameter json: The content.
    /// - Throws: ``ConsoleFailure`` with a sentence about what does not fit.
    init(json: JSONValue) throws(ConsoleFailure) {
        guard case .object(let object) = json else {
            throw ConsoleFailure("Found \(json.kindDescription) instead of an object.")
        }
        guard case .integer(Self.version)? = object["version"] else {
            throw ConsoleFailure("Only version \(Self.version) is known here.")
        }
        if case .array(let names)? = object["pins"] {
            for case .string(let name) in names { pins.insert(name) }
        }
        if case .string(let name)? = object["theme"] { theme = name }
        undo = Self.steps(object["undo"])
        redo = Self.steps(object["redo"])
        trim()
    }

    private static func steps(_ json: JSONValue?) -> [OverrideChange] {
        guard case .array(let elements)? = json else { return [] }
        return elements.compactMap { OverrideChange(json: $0) }
    }
}

extension OverrideChange {
    /// The change as the history holds it.
    fileprivate var json: JSONValue {
        let edits = edits.map { edit -> JSONValue in
            var object: JSONObject = ["key": .string(edit.key)]
            object["before"] = edit.before
            object["after"] = edit.after
            return .object(object)
        }
        return ["title": .string(title), "edits": .array(edits)]
    }

    fileprivate init?(json: JSONValue) {
        guard case .object(let object) = json, case .string(let title)? = object["title"],
            case .array(let elements)? = object["edits"]
        else { return nil }
        var edits: [Edit] = []
        for element in elements {
            guard case .object(let edit) = element, case .string(let key)? = edit["key"] else { return nil }
            edits.append(Edit(key: key, before: edit["before"], after: edit["after"]))
        }
        self.init(edits, title: title)
    }
}
