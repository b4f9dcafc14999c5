import FeatureToggles
import ForcedUpdates

/// Telling update policies from other documents, and from flags that have objects for something else.
extension LocatedValue {
    /// Whether this is an update policy in a file of its own.
    var isUpdatePolicy: Bool {
        members != nil && self["flags"] == nil && (self["details"] != nil || self["created_at"] != nil)
    }

    /// Whether this is a flag with variants that are what an update policy says.
    ///
    /// One definite policy among the variants is enough; errors of the others are then reported.
    var isPolicyFlag: Bool {
        let variants = self["variants"]?.value.members ?? []
        return variants.hasNothingButLevels || variants.hasLevelAndTexts
            || variants.contains { variant in
                if let entries = variant.value["details"]?.value.elements {
                    return entries.contains { $0["app_version"] != nil || $0["os_version"] != nil }
                }
                // Also a level that is misspelt: what looks like a policy has to be one. Games have levels, too.
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

    /// Whether this has a text that policies have.
    fileprivate var hasTexts: Bool {
        ["title", "message", "button_text", "redirect_url", "languages"].contains { self[$0] != nil }
    }

    /// Whether this is an object of which every member has a name that policies have, or nearly so.
    fileprivate var hasNothingButPolicyMembers: Bool {
        guard let members, !members.isEmpty else { return false }
        let names = UpdatePolicyDocument.entryNames
        return members.allSatisfy { names.contains($0.name) || Suggestion.closest(to: $0.name, in: names) != nil }
    }

    /// Whether this has a member that is nearly called `level`, with a value that is nearly one.
    fileprivate var hasMisspeltLevel: Bool {
        (members ?? []).contains { member in
            guard UpdatePolicyDocument.isMisspeltLevel(member.name), let text = member.value.string else {
                return false
            }
            return UpdateLevel.closest(to: text) != nil
        }
    }

    /// Whether this has nothing but what policies have, and a level of theirs.
    fileprivate var isNothingButALevel: Bool {
        let names = UpdatePolicyDocument.entryNames
        return (members ?? []).allSatisfy { names.contains($0.name) }
            && self["level"]?.value.string.flatMap { UpdateLevel(rawValue: $0) } != nil
    }
}

extension [LocatedMember] {
    /// Whether these are variants of which all objects have a level, and no member that policies have not.
    fileprivate var hasNothingButLevels: Bool {
        let objects = map(\.value).filter { $0.members?.isEmpty == false }
        return !objects.isEmpty && objects.allSatisfy(\.isNothingButALevel)
    }

    /// Whether one of these variants has a level, another one texts and none that counts, and no object a member that
    /// policies have not.
    fileprivate var hasLevelAndTexts: Bool {
        let objects = map(\.value).filter { $0.members?.isEmpty == false }
        return objects.contains(where: \.isNothingButALevel)
            && objects.contains { !$0.isNothingButALevel && $0.hasTexts }
            && objects.allSatisfy(\.hasNothingButPolicyMembers)
    }
}

extension UpdateLevel {
    /// The level that a word is, or is nearly.
    fileprivate static func closest(to word: String) -> UpdateLevel? {
        Suggestion.closest(to: word, in: allCases.map(\.rawValue)).flatMap { UpdateLevel(rawValue: $0) }
    }
}
