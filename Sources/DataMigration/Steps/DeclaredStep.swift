import JSONText

/// A step of a JSON document.
struct DeclaredStep {
    /// What is wrong with it.
    struct Problem: Error {
        let message: String
        /// The member that it is about; `nil` for the step or move itself.
        var member: String?
        /// The index of the move that it is about.
        var move: Int?
    }

    let step: MigrationStep

    init(_ json: JSONValue) throws(Problem) {
        let fields = try DeclaredFields(json, in: "a step")
        let nothing: NothingToMove
        switch fields.object["ifNothingToMove"] {
        case .string("leave"): nothing = .leave
        case .string("fail"): nothing = .fail
        case .object(let values):
            let pairs = values.members.map { ($0.name, StoredValue($0.value)) }
            nothing = .set(Dictionary(pairs, uniquingKeysWith: { $1 }))
        default:
            throw Problem(
                message: "Say with “ifNothingToMove” what it does then: leave, fail, or values to set.",
                member: "ifNothingToMove"
            )
        }
        let policies: [String: FailurePolicy] = [
            "keepData": .keepData, "skipStep": .skipStep, "startClean": .startClean,
        ]
        var policy: FailurePolicy?
        if let word = fields.object["onFailure"] {
            guard case .string(let word) = word, let known = policies[word] else {
                throw Problem(message: "“onFailure” is keepData, skipStep or startClean.", member: "onFailure")
            }
            policy = known
        }
        guard case .array(let elements)? = fields.object["moves"] else {
            throw Problem(message: "Write “moves”, an array.", member: "moves")
        }
        var moves: [MigrationMove] = []
        for (index, element) in elements.enumerated() {
            do throws(Problem) {
                moves.append(try Self.move(element))
            } catch {
                throw Problem(message: "Move \(index + 1): \(error.message)", member: error.member, move: index)
            }
        }
        try fields.allowOnly(["version", "name", "ifNothingToMove", "onFailure", "moves"])
        step = MigrationStep(
            try fields.text("version"),
            try fields.text("name"),
            ifNothingToMove: nothing,
            onFailure: policy,
            moves: moves
        )
    }

    private static let kinds = [
        "rename", "copy", "delete", "addPrefix", "stripPrefix", "change", "decodeJSON", "split", "merge",
        "moveToSecrets",
        "renameSecret", "deleteSecret",
    ]

    private static func move(_ json: JSONValue) throws(Problem) -> MigrationMove {
        let fields = try DeclaredFields(json, in: "a move")
        let found = kinds.filter { fields.object[$0] != nil }
        guard let kind = found.first, found.count == 1 else {
            throw Problem(message: "A move has one of \(kinds.joined(separator: ", ")).")
        }
        try fields.allowOnly([kind] + (others[kind] ?? []))
        let collision = try fields.collision()
        switch kind {
        case "rename": return .rename(try fields.text(kind), to: try fields.text("to"), onCollision: collision)
        case "copy": return .copy(try fields.text(kind), to: try fields.text("to"), onCollision: collision)
        case "delete": return .delete(try fields.texts(kind))
        case "addPrefix": return .addPrefix(try fields.text(kind), onCollision: collision)
        case "stripPrefix": return .stripPrefix(try fields.text(kind), onCollision: collision)
        case "change": return try .declaredChange(try fields.text(kind), to: try fields.text("to"))
        case "decodeJSON":
            let target = fields.object["to"] == nil ? nil : try fields.text("to")
            return .declaredDecoding(try fields.text(kind), to: target, onCollision: collision)
        case "split":
            let (keys, separator) = (try fields.texts("into"), try fields.text("separator"))
            return .split(try fields.text(kind), into: keys, onCollision: collision) { (text: String) -> [String?] in
                let parts = text.split(
                    separator: separator,
                    maxSplits: keys.count - 1,
                    omittingEmptySubsequences: false
                )
                .map(String.init)
                return keys.indices.map { $0 < parts.count ? parts[$0] : nil }
            }
        case "merge":
            let separator = try fields.text("separator")
            return .merge(try fields.texts(kind), into: try fields.text("into"), onCollision: collision) {
                (parts: [String?]) -> String? in
                parts.compactMap(\.self).joined(separator: separator)
            }
        case "moveToSecrets":
            let name = fields.object["as"] == nil ? nil : try fields.text("as")
            return .moveToSecrets(try fields.text(kind), as: name, onCollision: collision)
        case "renameSecret":
            return .renameSecret(try fields.text(kind), to: try fields.text("to"), onCollision: collision)
        default: return .deleteSecret(try fields.text(kind))
        }
    }

    /// What else each kind of move may have.
    private static let others = [
        "rename": ["to", "onCollision"], "copy": ["to", "onCollision"], "addPrefix": ["onCollision"],
        "stripPrefix": ["onCollision"], "change": ["to"], "decodeJSON": ["to", "onCollision"],
        "split": ["into", "separator", "onCollision"], "merge": ["into", "separator", "onCollision"],
        "moveToSecrets": ["as", "onCollision"], "renameSecret": ["to", "onCollision"],
    ]
}
