import DocumentSyntax
import FeatureToggles
public import ToggleBase

extension FlagDifference: CustomStringConvertible {
    /// A line for the flag, followed by an indented line for each change of an answer and of the definition.
    public var description: String {
        var lines = ["\(sign) \(key)\(readersText): \(audienceText)"]
        for (transition, share) in zip(transitions, transitions.map(\.share).percentTexts) {
            var line = "    \(transition.old) → \(transition.new)"
            if audience != .all || transitions.count > 1 { line += ": \(share)" }
            if let example = transition.example { line += ", for example with \(Self.text(of: example))" }
            lines.append(line)
        }
        lines += details.map { "    \($0)" }
        // A line break in a key or attribute must not look like a line of the description.
        return lines.map(\.printableLine).joined(separator: "\n")
    }

    /// The difference as JSON.
    public var json: JSONValue {
        let method: JSONValue =
            switch method {
            case .exact: "exact"
            case .sample(let count): ["sample": .integer(count)]
            case .notEvaluated: .null
            }
        var difference: JSONObject = [
            "flag": .string(key),
            "kind": .string(kind.rawValue),
            "audience": .string(audience.rawValue),
            "share": audience == .unknown ? .null : .number(share),
            "method": method,
            "transitions": .array(
                transitions.map { transition in
                    ["old": transition.old.json, "new": transition.new.json, "share": .number(transition.share)]
                }
            ),
            "details": .array(details.map { .string($0) }),
        ]
        if let toggles {
            difference.members.append(JSONObject.Member(name: "toggles", value: .array(toggles.map { .string($0) })))
        }
        return .object(difference)
    }

    /// The toggles that read the flag, unless it is the one with the same key.
    private var readersText: String {
        guard let toggles, toggles != [key] else { return "" }
        return toggles.isEmpty ? " (no toggle reads it)" : " (read by \(toggles.joined(separator: ", ")))"
    }

    private var sign: String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .changed: audience == .none ? "=" : audience == .unknown ? "?" : "~"
        }
    }

    private var audienceText: String {
        let prefix = kind == .changed ? "" : "\(kind.rawValue), "
        let isSample = if case .sample = method { true } else { false }
        switch (audience, method) {
        case (.all, .exact): return prefix + "for all"
        case (.all, .sample(let count)): return prefix + "for all of a sample of \(count)"
        case (.none, .exact): return prefix + "for none"
        case (.none, .sample(let count)): return prefix + "for none of a sample of \(count)"
        case (.unknown, .sample(let count)):
            return prefix + "unknown; for none of a sample of \(count), and a larger one would take too many steps"
        case (.unknown, _), (_, .notEvaluated):
            return prefix + "unknown; the rules of the documents take too many steps to be evaluated"
        case (.share, _):
            let whom = isSample ? "a sample of \(sampleSize)" : "all targeting keys"
            return prefix + "for a share: \(share.percentText) of \(whom)"
        }
    }

    private var sampleSize: Int { if case .sample(let count) = method { count } else { 0 } }

    private static func text(of context: EvaluationContext) -> String {
        context.attributes.sorted { $0.key < $1.key }
            .map { "\($0.key) = \(JSONWriter(.oneLine).text($0.value))" }
            .joined(separator: ", ")
    }
}

extension FlagAnswer {
    fileprivate var json: JSONValue {
        switch self {
        case .value(let value): ["value": value]
        case .codeDefault: ["default": true]
        case .failure: ["default": true, "error": true]
        }
    }
}
