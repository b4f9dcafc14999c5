import ToggleBase

/// Steps in a JSON document, which both apps and `toggles migrate-data` can read.
extension MigrationSteps {
    /// Parses steps from JSON.
    ///
    /// ```json
    /// {
    ///   "steps": [
    ///     { "version": "2.0.0", "name": "Tabs have names", "ifNothingToMove": "leave",
    ///       "moves": [ { "rename": "tab", "to": "tab.selected" }, { "change": "launches", "to": "integer" } ] }
    ///   ]
    /// }
    /// ```
    ///
    /// `ifNothingToMove` is `"leave"`, `"fail"`, or an object of values; `onFailure`, which may be missing, is
    /// `"keepData"`, `"skipStep"`, `"startClean"` or `"startCleanWithSecrets"`. Each move is one of these, some with
    /// `"onCollision": "fail" | "keepTarget" | "replaceTarget"`:
    ///
    /// | move | |
    /// |---|---|
    /// | `{ "rename": key, "to": key }`, `{ "copy": key, "to": key }` | |
    /// | `{ "delete": key or keys }` | |
    /// | `{ "addPrefix": text }`, `{ "stripPrefix": text }` | |
    /// | `{ "change": key, "to": type }` | to `string`, `integer`, `number` or `bool`; from any other of them |
    /// | `{ "decodeJSON": key, "to": key }` | to itself without `to` |
    /// | `{ "split": key, "into": keys, "separator": text }` | a string; the last part contains the rest |
    /// | `{ "merge": keys, "into": key, "separator": text }` | strings |
    /// | `{ "moveToSecrets": key, "as": name }`, `{ "renameSecret": name, "to": name }`, `{ "deleteSecret": name }` | |
    ///
    /// - Parameter bytes: The document in UTF-8.
    /// - Throws: An error with all mistakes in the document, with line and column. Steps with a valid version and name
    ///   are compared with each other, regardless of other mistakes.
    public init(json bytes: [UInt8]) throws(MigrationListError) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONReader().document(from: bytes)
        } catch {
            throw MigrationListError([.init(error.message, at: error.location)])
        }
        let places = DeclaredPlaces(document)
        guard case .object(let object) = document.value, case .array(let elements)? = object["steps"] else {
            var sentence = "Write an object with “steps”, an array of steps."
            if case .object(let object) = document.value, object["steps"] == nil,
                let close = object.members.first(where: { Suggestion.closest(to: $0.name, in: ["steps"]) != nil })
            {
                sentence += " Did you mean “steps” instead of “\(close.name)”?"
            }
            throw MigrationListError([.init(sentence, at: places.location(ofRoot: "steps"))])
        }
        var problems = document.duplicates.map { duplicate in
            MigrationListError.Diagnostic(
                "“\(duplicate.name)” occurs more than once in its object; remove one of them.",
                at: document.location(at: duplicate.offset)
            )
        }
        var readable: [Candidate] = []
        for (index, element) in elements.enumerated() {
            let declared = DeclaredStep(element)
            problems += declared.problems.map {
                .init("Step \(index + 1): \($0.message)", at: places.location(of: $0, in: index))
            }
            if let step = declared.step {
                readable.append(Candidate(index: index, step: step, hasUnreadMoves: declared.hasUnreadMoves))
            }
        }
        let checked = Self.check(readable)
        problems += checked.problems.map { .init($0.sentence, at: places.location(ofStep: $0.index)) }
        problems.sort { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
        guard problems.isEmpty else { throw MigrationListError(problems) }
        self.init(entries: checked.entries)
    }
}
