import SystemBase

/// A step of a JSON document.
struct DeclaredStep {
    /// A mistake in the step.
    struct Diagnostic {
        let message: String
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
            fields.addProblem(
                "“ifNothingToMove” must be leave, fail, or an object of values to set.",
                of: "ifNothingToMove"
            )
            return .leave
        }
    }

    private static func failurePolicy(_ fields: inout DeclaredFields) -> FailurePolicy? {
        switch fields.object["onFailure"] {
        case .none: return nil
        case .string("keepData"): return .keepData
        case .string("skipStep"): return .skipStep
        case .string("startClean"): return .startClean
        default:
            fields.addProblem("“onFailure” must be keepData, skipStep or startClean.", of: "onFailure")
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

    private static let kinds = [
        "rename", "copy", "delete", "addPrefix", "stripPrefix", "change", "decodeJSON", "split", "merge",
        "moveToSecrets",
        "renameSecret", "deleteSecret",
    ]

    private static func move(_ json: JSONValue, _ problems: inout [Diagnostic]) -> MigrationMove? {
        guard var fields = DeclaredFields(json, in: "a move", &problems) else { return nil }
        let found = kinds.filter { fields.object[$0] != nil }
        guard let kind = found.first, found.count == 1 else {
            problems.append(Diagnostic(message: "A move must have exactly one of \(kinds.joined(separator: ", "))."))
            return nil
        }
        fields.allowOnly([kind] + (others[kind] ?? []))
        let move = move(of: kind, &fields)
        problems += fields.problems
        return move
    }

    /// Returns a move, or adds diagnostics and returns `nil`.
    ///
    /// Reads all members, so that each mistake is reported.
    private static func move(of kind: String, _ fields: inout DeclaredFields) -> MigrationMove? {
        let collision = fields.collision()
        switch kind {
        case "rename", "copy", "change", "renameSecret":
            let (key, target) = (fields.text(kind), fields.text("to"))
            guard let key, let target else { return nil }
            switch kind {
            case "rename": return .rename(key, to: target, onCollision: collision)
            case "copy": return .copy(key, to: target, onCollision: collision)
            case "renameSecret": return .renameSecret(key, to: target, onCollision: collision)
            default:
                let move = MigrationMove.declaredChange(key, to: target)
                if move == nil {
                    fields.addProblem(
                        "“change” converts to string, integer, number or bool, not to “\(target)”.",
                        of: "to"
                    )
                }
                return move
            }
        case "delete": return fields.texts(kind).map { .delete($0) }
        case "addPrefix": return fields.text(kind).map { .addPrefix($0, onCollision: collision) }
        case "stripPrefix": return fields.text(kind).map { .stripPrefix($0, onCollision: collision) }
        case "decodeJSON":
            let target = fields.object["to"] == nil ? nil : fields.text("to")
            return fields.text(kind).map { .declaredDecoding($0, to: target, onCollision: collision) }
        case "split":
            let (key, keys, separator) = (fields.text(kind), fields.texts("into"), fields.text("separator"))
            guard let key, let keys, let separator else { return nil }
            return split(key, into: keys, at: separator, onCollision: collision)
        case "merge":
            let (keys, key, separator) = (fields.texts(kind), fields.text("into"), fields.text("separator"))
            guard let keys, let key, let separator else { return nil }
            return .merge(keys, into: key, onCollision: collision) { (parts: [String?]) -> String? in
                parts.compactMap(\.self).joined(separator: separator)
            }
        case "moveToSecrets":
            let name = fields.object["as"] == nil ? nil : fields.text("as")
            return fields.text(kind).map { .moveToSecrets($0, as: name, onCollision: collision) }
        default: return fields.text(kind).map { .deleteSecret($0) }
        }
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

    /// The other members of each kind of move.
    private static let others = [
        "rename": ["to", "onCollision"], "copy": ["to", "onCollision"], "addPrefix": ["onCollision"],
        "stripPrefix": ["onCollision"], "change": ["to"], "decodeJSON": ["to", "onCollision"],
        "split": ["into", "separator", "onCollision"], "merge": ["into", "separator", "onCollision"],
        "moveToSecrets": ["as", "onCollision"], "renameSecret": ["to", "onCollision"],
    ]
}
