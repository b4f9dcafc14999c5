import ForcedUpdates
import ToggleBase

/// Recognition of update policies among other documents and flags with object values.
extension LocatedValue {
    /// Whether this is an update policy in a separate file.
    var isUpdatePolicy: Bool {
        members != nil && self["flags"] == nil && (self["details"] != nil || self["created_at"] != nil)
    }

    /// Whether this is a flag whose variants are an update policy.
    ///
    /// One definite policy among the variants is enough; errors of the others are then reported.
    var isPolicyFlag: Bool {
        let variants = self["variants"]?.value.members ?? []
        return variants.hasNothingButLevels || variants.hasLevelAndTexts
            || variants.contains { variant in
                if let entries = variant.value["details"]?.value.elements {
                    return entries.contains { $0["app_version"] != nil || $0["os_version"] != nil }
                }
                // A misspelled level also counts, so that its errors are reported. Games have levels, too.
                if let level = variant.value["level"]?.value.string {
                    let meant = UpdateLevel.closest(to: level)
                    return meant?.isLock == true && variant.value.hasTexts
                }
                return variant.value.hasMisspeltLevel
            }
    }

    /// Whether this variant has all texts of an update, but no requirement.
    var isNoticeWithoutLevel: Bool {
        self["level"] == nil && self["redirect_url"] != nil && (self["title"] != nil || self["message"] != nil)
            && hasNothingButPolicyMembers
    }

    /// Whether this has one of the texts of a policy.
    fileprivate var hasTexts: Bool {
        ["title", "message", "button_text", "redirect_url", "languages"].contains { self[$0] != nil }
    }

    /// Whether this is an object whose members all have names of policy members, or similar ones.
    fileprivate var hasNothingButPolicyMembers: Bool {
        guard let members, !members.isEmpty else { return false }
        let names = UpdatePolicyDocument.entryNames
        return members.allSatisfy { names.contains($0.name) || Suggestion.closest(to: $0.name, in: names) != nil }
    }

    /// Whether this has a member with a name similar to `level`, and a value similar to a level.
    fileprivate var hasMisspeltLevel: Bool {
        (members ?? []).contains { member in
            guard UpdatePolicyDocument.isMisspeltLevel(member.name), let text = member.value.string else {
                return false
            }
            return UpdateLevel.closest(to: text) != nil
        }
    }

    /// Whether this has only members of a policy, including a valid level.
    fileprivate var isNothingButALevel: Bool {
        let names = UpdatePolicyDocument.entryNames
        return (members ?? []).allSatisfy { names.contains($0.name) }
            && self["level"]?.value.string.flatMap { UpdateLevel(rawValue: $0) } != nil
    }
}

extension [LocatedMember] {
    /// Whether all objects among these variants have a valid level and only members of a policy.
    fileprivate var hasNothingButLevels: Bool {
        let objects = map(\.value).filter { $0.members?.isEmpty == false }
        return !objects.isEmpty && objects.allSatisfy(\.isNothingButALevel)
    }

    /// Whether one of these variants has a valid level and another one has texts without a valid level, and all objects
    /// have only members of a policy.
    fileprivate var hasLevelAndTexts: Bool {
        let objects = map(\.value).filter { $0.members?.isEmpty == false }
        return objects.contains(where: \.isNothingButALevel)
            && objects.contains { !$0.isNothingButALevel && $0.hasTexts }
            && objects.allSatisfy(\.hasNothingButPolicyMembers)
    }
}

extension UpdateLevel {
    /// Returns the level that equals or resembles a word.
    fileprivate static func closest(to word: String) -> UpdateLevel? {
        Suggestion.closest(to: word, in: allCases.map(\.rawValue)).flatMap { UpdateLevel(rawValue: $0) }
    }
}
