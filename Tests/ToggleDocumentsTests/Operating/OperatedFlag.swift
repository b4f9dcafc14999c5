import FeatureToggles
import FeatureTogglesRemote
import ToggleDocuments
import ToggleManifest

/// Toggles, documents, and operations on them.
enum OperatedFlag {
    static let ranking = toggle("ranking", .variants(["classic", "popular", "neural"]), "classic")
    static let reviews = toggle("reviews", .bool, true)
    static let checkout = toggle("checkout", .bool, false)

    static func toggle(
        _ key: String,
        _ type: ToggleType,
        _ defaultValue: JSONValue,
        category: ToggleCategory = .ops,
        remote: String? = nil
    ) -> ToggleDeclaration {
        ToggleDeclaration(
            key: key,
            category: category,
            type: type,
            defaultValue: defaultValue,
            remote: remote,
            details: ToggleDetails(description: "It.", owner: "search", isPermanent: true)
        )
    }

    /// Returns a document with the flag ‘ranking’ between two others.
    static func document(_ rest: String, defaultVariant: String? = #""classic""#) -> String {
        let fallback = defaultVariant.map { #", "defaultVariant": \#($0)"# } ?? ""
        return """
            { "flags": {
                "before": {"state":"ENABLED", "variants":{"on":true},"defaultVariant":"on"},
                "ranking": { "state": "ENABLED", "variants": { "classic": "classic", "popular": "popular", "neural": "neural" }\(fallback)\(rest) },
                "after": {"state":"ENABLED", "variants":{"on":true},"defaultVariant":"on", "metadata": {"x":1e2}}
            } }

            """
    }

    static func operate(
        _ text: String,
        _ toggle: ToggleDeclaration = ranking,
        _ body: (FlagOperator) throws -> DocumentChange
    ) throws -> DocumentChange {
        try body(FlagOperator(toggle, in: Array(text.utf8), path: "flags.json", registry: nil, timestamp: 0))
    }

    /// Returns the text after a change, or the reason why it is refused.
    static func result(
        _ text: String,
        _ toggle: ToggleDeclaration = ranking,
        _ body: (FlagOperator) throws -> DocumentChange
    ) -> String {
        do {
            return String(decoding: try operate(text, toggle, body).new, as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    static func rollout(
        _ shares: KeyValuePairs<String, String>,
        salt: String? = nil,
        redistributes: Bool = false,
        allowsDecrease: Bool = false
    ) -> FlagOperator.Rollout {
        FlagOperator.Rollout(
            shares: shares.compactMap { name, text in ShareAmount(text).map { (name, $0) } },
            salt: salt,
            redistributes: redistributes,
            allowsDecrease: allowsDecrease
        )
    }

    /// Returns the variants of a flag for targeting keys; `nil` for the default in the code.
    static func variants(of flag: String, in bytes: [UInt8], for keys: [String]) throws -> [String?] {
        let document = try FlagDocument(text: bytes)
        guard let index = document.index(of: flag) else { return [] }
        return keys.map { key in
            document.evaluate(index, context: EvaluationContext(targetingKey: key), timestamp: 0).variant
        }
    }
}
