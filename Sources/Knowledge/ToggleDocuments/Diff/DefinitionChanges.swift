import ToggleBase
import ToggleManifest

/// The changes to a flag's definition, in words.
struct DefinitionChanges {
    /// A sentence for each change.
    let sentences: [String]

    /// Compares two definitions; there are no changes if one of them is missing.
    init(from old: JSONValue?, to new: JSONValue?, haveSameSharedRules: Bool) {
        guard let old, let new else {
            sentences = []
            return
        }
        guard case .object(let before) = old, case .object(let after) = new else {
            sentences = ["the definition changed"]
            return
        }
        var sentences: [String] = []
        for name in ["state", "defaultVariant"] where before[name] != after[name] {
            sentences.append("\(name): \(Self.text(before[name])) → \(Self.text(after[name]))")
        }
        sentences += Self.variantChanges(before["variants"], after["variants"])
        let (oldRule, newRule) = (before["targeting"], after["targeting"])
        switch (old.hasRule, new.hasRule) {
        case (false, true): sentences.append("targeting: added")
        case (true, false): sentences.append("targeting: removed")
        case (true, true) where oldRule != newRule: sentences.append("targeting: changed")
        case (true, true) where !haveSameSharedRules:
            sentences.append("targeting: a shared rule, or the bucketing, changed")
        default: break
        }
        if before["metadata"] != after["metadata"] { sentences.append("metadata: changed") }
        self.sentences = sentences.isEmpty ? ["the definition is written differently"] : sentences
    }

    private static func variantChanges(_ old: JSONValue?, _ new: JSONValue?) -> [String] {
        guard case .object(let before)? = old, case .object(let after)? = new else {
            return old == new ? [] : ["variants: changed"]
        }
        let (old, new) = (before.valuesByName, after.valuesByName)
        let added = after.members.filter { old[$0.name] == nil }.map { "variant \($0.name.quoted): added" }
        let others = before.members.compactMap { member -> String? in
            guard let value = new[member.name] else { return "variant \(member.name.quoted): removed" }
            if value == member.value { return nil }
            return "variant \(member.name.quoted): \(text(member.value)) → \(text(value))"
        }
        return others + added
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        let text = JSONWriter(.oneLine).text(value)
        return text.count > 60 ? "\(text.prefix(60))…" : text
    }
}
