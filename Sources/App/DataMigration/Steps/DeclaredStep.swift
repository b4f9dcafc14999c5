import ToggleBase

/// A step of a JSON document.
struct DeclaredStep {
    /// A mistake in the step.
    struct Diagnostic {
        var message: String
        /// The affected member; `nil` for the step or move itself.
        var member: String?
        /// The index of the affected move.
        var move: Int?
    }

    /// The step with its valid moves; `nil` without a valid version and name.
    let step: MigrationStep?
    /// Whether some moves are invalid.
    let hasUnreadMoves: Bool
    /// All mistakes in the step.
    let problems: [Diagnostic]

    /// Reads a step.
    init(_ json: JSONValue) {
        var problems: [Diagnostic] = []
        guard var fields = DeclaredFields(json, in: "a step", &problems) else {
            (step, hasUnreadMoves, self.problems) = (nil, true, problems)
            return
        }
        fields.allowOnly(["version", "name", "ifNothingToMove", "onFailure", "moves"])
        let (version, name) = (fields.text("version"), fields.text("name"))
        let (nothing, policy) = (Self.nothingToMove(&fields), Self.failurePolicy(&fields))
        let moves = Self.moves(&fields, &problems)
        step = version.flatMap { version in
            name.map { name in
                MigrationStep(
                    version,
                    name,
                    ifNothingToMove: nothing,
                    onFailure: policy,
                    moves: moves?.compactMap(\.self) ?? []
                )
            }
        }
        // Without a step, the check of the list doesn't find this mistake.
        if step == nil, moves?.isEmpty == true {
            fields.addProblem("“moves” is empty; add some, or remove the step.", of: "moves")
        }
        hasUnreadMoves = moves?.contains { $0 == nil } ?? true
        self.problems = fields.problems + problems
    }

    private static func nothingToMove(_ fields: inout DeclaredFields) -> NothingToMove {
        switch fields.object["ifNothingToMove"] {
        case .string("leave"): return .leave
        case .string("fail"): return .fail
        case .object(let values):
            let pairs = values.members.map { ($0.name, StoredValue($0.value)) }
            return .set(Dictionary(pairs, uniquingKeysWith: { $1 }))
        default:
            fields.addProblem("ifNothingToMove", "leave, fail, or an object of values to set", ["leave", "fail"])
            return .leave
        }
    }

    private static func failurePolicy(_ fields: inout DeclaredFields) -> FailurePolicy? {
        switch fields.object["onFailure"] {
        case .none: return nil
        case .string("keepData"): return .keepData
        case .string("skipStep"): return .skipStep
        case .string("startClean"): return .startClean
        case .string("startCleanWithSecrets"): return .startCleanWithSecrets
        default:
            fields.addProblem(
                "onFailure",
                "keepData, skipStep, startClean or startCleanWithSecrets",
                ["keepData", "skipStep", "startClean", "startCleanWithSecrets"]
            )
            return nil
        }
    }

    /// Returns the moves, with `nil` for invalid ones, or `nil` if there is no array.
    private static func moves(_ fields: inout DeclaredFields, _ problems: inout [Diagnostic]) -> [MigrationMove?]? {
        guard case .array(let elements)? = fields.object["moves"] else {
            fields.addProblem("“moves” must be an array.", of: "moves")
            return nil
        }
        return elements.enumerated().map { index, element in
            var found: [Diagnostic] = []
            let move = move(element, &found)
            problems += found.map {
                Diagnostic(message: "Move \(index + 1): \($0.message)", member: $0.member, move: index)
            }
            return found.isEmpty ? move : nil
        }
    }

    /// A kind of move, by the name of its member.
    private enum Kind: String, CaseIterable {
        case rename, copy, delete, addPrefix, stripPrefix, change, decodeJSON, split, merge, moveToSecrets
        case renameSecret, deleteSecret

        /// The other members that a move of this kind can have.
        var others: [String] {
            switch self {
            case .rename, .copy, .decodeJSON, .renameSecret: ["to", "onCollision"]
            case .addPrefix, .stripPrefix: ["onCollision"]
            case .change: ["to"]
            case .split, .merge: ["into", "separator", "onCollision"]
            case .moveToSecrets: ["as", "onCollision"]
            case .delete, .deleteSecret: []
            }
        }
    }

    private static func move(_ json: JSONValue, _ problems: inout [Diagnostic]) -> MigrationMove? {
        guard var fields = DeclaredFields(json, in: "a move", &problems) else { return nil }
        let found = Kind.allCases.filter { fields.object[$0.rawValue] != nil }
        guard let kind = found.first, found.count == 1 else {
            problems.append(kindProblem(of: fields.object, found))
            return nil
        }
        fields.allowOnly([kind.rawValue] + kind.others)
        let move = move(of: kind, &fields)
        problems += fields.problems
        return move
    }

    /// Returns the diagnostic of a move without a kind, or with several.
    private static func kindProblem(of object: JSONObject, _ found: [Kind]) -> Diagnostic {
        let names = Kind.allCases.map(\.rawValue)
        let list = names.joined(separator: ", ")
        guard found.isEmpty else {
            return Diagnostic(
                message: """
                    A move must have exactly one of \(list); this one has \
                    \(found.map(\.rawValue).joined(separator: " and ")).
                    """
            )
        }
        let others = Set(Kind.allCases.flatMap(\.others))
        // The first misspelled kind, or else an unknown one.
        let unknown =
            object.members.first { Suggestion.closest(to: $0.name, in: names) != nil }
            ?? object.members.first { !others.contains($0.name) }
        guard let unknown else { return Diagnostic(message: "A move must have exactly one of \(list).") }
        let question = DeclaredFields.question(for: unknown.name, in: names)
        return Diagnostic(
            message: "“\(unknown.name)” is not a move; write one of \(list).\(question)",
            member: unknown.name
        )
    }

    /// Returns a move, or adds diagnostics and returns `nil`.
    ///
    /// Reads all members, so that each mistake is reported.
    private static func move(of kind: Kind, _ fields: inout DeclaredFields) -> MigrationMove? {
        let collision = fields.collision()
        let member = kind.rawValue
        switch kind {
        case .rename:
            return renaming(member, &fields) { .rename($0, to: $1, onCollision: collision) }
        case .copy:
            return renaming(member, &fields) { .copy($0, to: $1, onCollision: collision) }
        case .renameSecret:
            return renaming(member, &fields) { .renameSecret($0, to: $1, onCollision: collision) }
        case .change:
            let (key, type) = (fields.text(member), fields.text("to"))
            guard let key, let type else { return nil }
            let move = MigrationMove.declaredChange(key, to: type)
            if move == nil {
                fields.addProblem(
                    "“change” converts to string, integer, number or bool, not to “\(type)”."
                        + DeclaredFields.question(for: type, in: ["string", "integer", "number", "bool"]),
                    of: "to"
                )
            }
            return move
        case .delete: return fields.texts(member).map { .delete($0) }
        case .deleteSecret: return fields.text(member).map { .deleteSecret($0) }
        case .addPrefix: return fields.text(member).map { .addPrefix($0, onCollision: collision) }
        case .stripPrefix: return fields.text(member).map { .stripPrefix($0, onCollision: collision) }
        case .decodeJSON:
            let target = fields.object["to"] == nil ? nil : fields.text("to")
            return fields.text(member).map { .declaredDecoding($0, to: target, onCollision: collision) }
        case .split:
            let (key, keys, separator) = (fields.text(member), fields.texts("into"), fields.text("separator"))
            guard let key, let keys, let separator else { return nil }
            return split(key, into: keys, at: separator, onCollision: collision)
        case .merge:
            let (keys, key, separator) = (fields.texts(member), fields.text("into"), fields.text("separator"))
            guard let keys, let key, let separator else { return nil }
            return .merge(keys, into: key, onCollision: collision) { (parts: [String?]) -> String? in
                parts.compactMap(\.self).joined(separator: separator)
            }
        case .moveToSecrets:
            let name = fields.object["as"] == nil ? nil : fields.text("as")
            return fields.text(member).map { .moveToSecrets($0, as: name, onCollision: collision) }
        }
    }

    /// Returns a move of a key and the text in `to`.
    private static func renaming(
        _ member: String,
        _ fields: inout DeclaredFields,
        _ make: (_ key: String, _ target: String) -> MigrationMove?
    ) -> MigrationMove? {
        let (key, target) = (fields.text(member), fields.text("to"))
        guard let key, let target else { return nil }
        return make(key, target)
    }

    private static func split(
        _ key: String,
        into keys: [String],
        at separator: String,
        onCollision collision: Collision
    ) -> MigrationMove {
        .split(key, into: keys, onCollision: collision) { (text: String) -> [String?] in
            var rest: Substring? = text[...]
            return keys.indices.map { index -> String? in
                guard let part = rest else { return nil }
                let place = index == keys.indices.last ? nil : part.range(ofBytes: separator)
                rest = place.map { part[$0.upperBound...] }
                return String(part[..<(place?.lowerBound ?? part.endIndex)])
            }
        }
    }
}
