import DocumentSyntax
import ToggleBase

extension FlagOperator {
    /// Gives a variant to users who meet a condition, before the rest of the rule applies.
    ///
    /// The present rule stays as it is, whether it is understood or not.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - variant: The variant.
    ///   - skipsStageCheck: Whether the stage of a migration toggle may be given to users, although only
    ///     ``stage(_:share:)`` follows a check of what it requires.
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if it is refused.
    package func target(
        _ condition: TargetExpression,
        variant: String,
        skipsStageCheck: Bool = false
    ) throws(FlagOperationError) -> DocumentChange {
        let stageConcern = try concern(ofTargeting: variant, skipsStageCheck: skipsStageCheck)
        let flag = try read()
        try require(variant, of: flag)
        try requireRunning(flag)
        let text = flag.text
        let (rule, name) = (text.rendering(condition.rule), text.rendering(.string(variant)))
        if case .conditions(let conditions) = flag.rule,
            let index = conditions.conditions.firstIndex(where: { $0.json == condition.rule })
        {
            if index == 0, conditions.consequences[0].string == variant {
                return noChange("nothing to change: users with \(condition) get \(variant)")
            }
            throw foreign(
                conditions.consequences[index],
                "already has this condition; change what follows from it by hand"
            )
        }
        let edits: [FlagText.Edit]
        if case .conditions(let conditions) = flag.rule {
            let separator = text.separator(in: conditions.array, conditions.elements, after: 1)
            let inner = text.separator(in: conditions.array, conditions.elements, after: 0)
            edits = [FlagText.Edit(at: conditions.elements[0].range.lowerBound, rule + inner + name + separator)]
        } else if let targeting = flag.targeting, case .none = flag.rule {
            edits = [FlagText.Edit(targeting.range, text.rendering("if", "[\(rule)\(text.comma)\(name)]"))]
        } else if let targeting = flag.targeting {
            let (start, end) = text.shell("if", [rule, name])
            edits = [
                FlagText.Edit(at: targeting.range.lowerBound, start),
                FlagText.Edit(at: targeting.range.upperBound, end),
            ]
        } else {
            edits = [text.addingMember("targeting", text.rendering("if", "[\(rule)\(text.comma)\(name)]"))]
        }
        let old = flag.rule.variants(fallback: flag.fallback ?? "")
        let lost = old?.filter { $0 != variant && $0 != flag.fallback }
        var lines = [
            "users with \(condition): \(wordingBefore(flag)) → \(variant)", "all other users keep what they have",
        ]
        if !condition.unneeded.isEmpty {
            let guards = condition.unneeded.map { "\($0) != null" }.joinedStart(" and ")
            lines.append("to leave out users without \(condition.unneeded.joinedStart(" or ")), add ‘and \(guards)’")
        }
        let concern =
            lost?.isEmpty == true
            ? nil
            : lost.map { "users lose \($0.joinedStart(" or "))" } ?? "users can lose the variant they have"
        return try change(edits, of: flag, lines: lines, concern: stageConcern ?? concern) { edited in
            Self.isTargeted(edited.targeting?.json, condition.rule, variant, before: flag.targeting?.json)
        }
    }

    /// Returns whether a rule is another one with a condition before it.
    private static func isTargeted(
        _ rule: JSONValue?,
        _ condition: JSONValue,
        _ variant: String,
        before: JSONValue?
    ) -> Bool {
        guard case .object(let object)? = rule, object.members.count == 1,
            case .array(let elements)? = object["if"], elements.starts(with: [condition, .string(variant)])
        else { return false }
        let rest = Array(elements.dropFirst(2))
        switch before {
        case nil, .null?: return rest.isEmpty
        case .object(let old)? where old.members.isEmpty: return rest.isEmpty
        case .object(let old)? where old.members.count == 1:
            if case .array(let conditions)? = old["if"], rest == conditions { return true }
            return rest == [.object(old)]
        case let old?: return rest == [old]
        }
    }
}
