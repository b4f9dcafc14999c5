import JSONText

/// A step of a JSON document.
struct DeclaredStep {
    /// What is wrong with it.
    struct Problem: Error {
        let message: String
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
        default: throw Problem(message: "Say with “ifNothingToMove” what it does then: leave, fail, or values to set.")
        }
        let policies: [String: FailurePolicy] = [
            "keepData": .keepData, "skipStep": .skipStep, "startClean": .startClean,
        ]
        var policy: FailurePolicy?
        if let word = fields.object["onFailure"] {
            guard case .string(let word) = word, let known = policies[word] else {
                throw Problem(message: "“onFailure” is keepData, skipStep or startClean.")
            }
            policy = known
        }
        guard case .array(let elements)? = fields.object["moves"] else {
            throw Problem(message: "Write “moves”, an array.")
        }
        var moves: [MigrationMove] = []
        for (index, element) in elements.enumerated() {
            do throws(Problem) {
                moves.append(try Self.move(element))
            } catch {
                throw Problem(message: "Move \(index + 1): \(error.message)")
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
        case "change": return try change(try fields.text(kind), to: try fields.text("to"))
        case "decodeJSON":
            let target = fields.object["to"] == nil ? nil : try fields.text("to")
            return .decodeJSON(try fields.text(kind), to: target, as: JSONValue.self, onCollision: collision)
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

    /// A change among texts, numbers and Booleans.
    private static func change(_ key: String, to type: String) throws(Problem) -> MigrationMove {
        switch type {
        case "string":
            return .change(key, from: StoredValue.self, to: String.self) { value in
                switch value {
                case .string(let text): text
                case .integer(let integer): String(integer)
                case .number(let number): String(number)
                case .bool(let flag): String(flag)
                default: nil
                }
            }
        case "integer":
            return .change(key, from: StoredValue.self, to: Int.self) { value in
                switch value {
                case .string(let text): Int(text)
                case .integer(let integer): integer
                case .number(let number): Int(exactly: number)
                case .bool(let flag): flag ? 1 : 0
                default: nil
                }
            }
        case "number":
            return .change(key, from: StoredValue.self, to: Double.self) { value in
                switch value {
                case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
                case .integer(let integer): Double(exactly: integer)
                case .number(let number): number
                case .bool(let flag): flag ? 1 : 0
                default: nil
                }
            }
        case "bool":
            return .change(key, from: StoredValue.self, to: Bool.self) { value in
                switch value {
                case .string("true"), .string("1"), .integer(1): true
                case .string("false"), .string("0"), .integer(0): false
                case .bool(let flag): flag
                default: nil
                }
            }
        default: throw Problem(message: "“change” goes to string, integer, number or bool, not to “\(type)”.")
        }
    }
}
