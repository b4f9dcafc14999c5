import TestSupport
import ToggleBase
import ToggleManifest

/// Creates random manifests with the most difficult keys, values, members and namespaces that the parser accepts.
///
/// All manifests of one instance can be compiled together: keys of the same kind have different names.
struct RandomManifests {
    /// The names that are used in every role.
    private let names: NamePool
    private var random: SeededRandom
    /// The remaining names for each role, which are used from the end.
    private var decks: [String: [String]] = [:]
    /// The kinds of keys with the names that are taken.
    private var taken: Set<String> = []
    private var namespaces: Set<String> = []
    /// The number of toggles that were created, and how many of them the parser accepted.
    private(set) var tried = 0
    private(set) var accepted = 0

    init(seed: UInt64, names: NamePool) {
        random = SeededRandom(seed: seed)
        self.names = names
    }

    /// Returns the next manifest, which has up to five toggles and is valid.
    mutating func next(access: Manifest.Access) -> String {
        var toggles = ""
        var keys: Set<String> = []
        let namespace = namespace()
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let toggle = toggle()
            tried += 1
            // A single invalid name would make the whole manifest invalid.
            guard keys.insert(SwiftKeyName.camelCase(toggle.key)).inserted,
                Self.accepts(header(namespace, access) + toggle.text)
            else { continue }
            accepted += 1
            toggles += toggle.text
        }
        return header(namespace, access) + (toggles.isEmpty ? "  {}\n" : toggles)
    }

    private static func accepts(_ manifest: String) -> Bool {
        Manifest.parse(manifest, path: "").manifest != nil
    }

    private func header(_ namespace: String, _ access: Manifest.Access) -> String {
        "schema: 1\nnamespace: \(namespace)\naccess: \(access.rawValue)\ntoggles:\n"
    }

    /// Returns a unique namespace, a difficult one if the parser accepts it.
    private mutating func namespace() -> String {
        let name = deal("namespace").prefix(40)
        let hard = name.prefix(1).uppercased() + name.dropFirst()
        if Self.accepts(header(hard, .internal) + "  {}\n"), namespaces.insert(hard).inserted {
            return hard
        }
        let plain = "Namespace\(namespaces.count)"
        namespaces.insert(plain)
        return plain
    }

    private mutating func toggle() -> (key: String, text: String) {
        let kind =
            [
                "release", "permission", "migration", "bool", "int", "double", "string", "json", "values", "experiment",
                "object", "object", "object", "object",
            ].randomElement(using: &random) ?? "release"
        var fields: String
        switch kind {
        case "release": fields = "category: release"
        case "permission": fields = "category: permission, default: \(Bool.random(using: &random))"
        case "migration": fields = "category: migration, default: \(Bool.random(using: &random) ? "off" : "live")"
        case "bool": fields = "category: ops, type: bool, default: \(Bool.random(using: &random))"
        case "int": fields = "category: ops, type: int, default: \(integer())"
        case "double": fields = "category: ops, type: double, default: \(Double.random(in: -1e6...1e6, using: &random))"
        case "string": fields = "category: ops, type: string, default: \(quoted(text()))"
        case "json":
            fields = "category: ops, type: json, default: \(Bool.random(using: &random) ? array(depth: 0) : "[]")"
        case "object": fields = "category: ops, type: json, default: \(object(depth: 0))"
        default: fields = (kind == "values" ? "category: ops" : "category: experiment") + values()
        }
        let isPlain = !["values", "experiment", "object"].contains(kind)
        var key = SwiftName.key(from: deal("key " + (isPlain ? kind : "type"))) ?? "key_\(tried)"
        if isPlain, !taken.insert(kind + SwiftKeyName.camelCase(key)).inserted {
            key += "_\(tried)"
            taken.insert(kind + SwiftKeyName.camelCase(key))
        }
        fields += ", description: \(quoted(text())), owner: \(quoted(text())), permanent: true"
        return (key, "  \(key): { \(fields) }\n")
    }

    private mutating func values() -> String {
        var names: [String] = []
        for _ in 0..<Int.random(in: 2...5, using: &random) {
            let name = deal("value")
            let candidate = names + [name]
            // As above, a single invalid value would make all of them invalid.
            let list = candidate.map(quoted).joined(separator: ", ")
            let fields = "values: [\(list)], default: \(quoted(name)), description: x, owner: x, permanent: true"
            if Self.accepts(header("Trial", .internal) + "  x: { category: ops, \(fields) }\n") { names = candidate }
        }
        names += ["classic", "neural"].filter { !names.contains($0) }
        let list = names.map(quoted).joined(separator: ", ")
        return ", values: [\(list)], default: \(quoted(names.randomElement(using: &random) ?? "classic"))"
    }

    // MARK: JSON

    private mutating func json(depth: Int) -> String {
        switch Int.random(in: 0...(depth < 4 ? 9 : 5), using: &random) {
        case 0: ["null", "[]", "{}"].randomElement(using: &random) ?? "null"
        case 1: "\(Bool.random(using: &random))"
        case 2: "\(Double.random(in: -1...1, using: &random))"
        case 3, 4: "\(integer())"
        case 5: quoted(text())
        case 6, 7: array(depth: depth)
        default: object(depth: depth)
        }
    }

    /// Returns an array whose elements mostly have the same shape.
    private mutating func array(depth: Int) -> String {
        let first = json(depth: depth + 1)
        let others = Int.random(in: 0...2, using: &random)
        let mixed = Int.random(in: 0..<8, using: &random) == 0 ? ", \(json(depth: depth + 1))" : ""
        return "[" + Array(repeating: first, count: others + 1).joined(separator: ", ") + mixed + "]"
    }

    private mutating func object(depth: Int) -> String {
        var members: [(name: String, value: String)] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let name = deal("member")
            if !members.contains(where: { $0.name == name }) {
                members.append((name, json(depth: depth + 1)))
            }
        }
        return "{" + members.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
    }

    // MARK: Small parts

    private mutating func integer() -> Int {
        [0, 1, -1, 1000, 1_000_000, .max, .min].randomElement(using: &random) ?? 0
    }

    /// Returns one or several names, for use as plain text.
    private mutating func text() -> String {
        (0...Int.random(in: 0...12, using: &random)).map { _ in deal("text") }.joined(separator: " ") + "."
    }

    /// Returns the next name for a role; each role uses all names, in its own random order.
    private mutating func deal(_ role: String) -> String {
        if decks[role]?.isEmpty ?? true {
            decks[role] = names.others.shuffled(using: &random) + names.hard.shuffled(using: &random)
        }
        return decks[role]?.popLast() ?? ""
    }

    /// Returns a text in double quotes, which YAML and JSON read in the same way.
    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar.value < 0x7F
            result +=
                isPlain ? String(scalar) : "\\U" + String(repeating: "0", count: 8 - hex(scalar).count) + hex(scalar)
        }
        return result + "\""
    }

    private func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }
}
