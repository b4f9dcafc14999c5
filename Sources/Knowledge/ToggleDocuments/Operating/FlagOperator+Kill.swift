import DocumentSyntax
import ToggleBase
import ToggleManifest

extension FlagOperator {
    /// Gives all users one variant, and keeps the rule for ``restore()``.
    ///
    /// The rule becomes the unreachable part of `{"if": [true, VARIANT, RULE]}`, byte for byte, so that the flag also
    /// answers apps whose own default is another one. An experiment is disabled instead, because apps that store
    /// assignments would keep them. A migration toggle can only go back to an earlier stage.
    ///
    /// - Parameter variant: The variant; `nil` for `false`, or for the manifest's default of other types.
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if it is refused.
    package func kill(to variant: String?) throws(FlagOperationError) -> DocumentChange {
        let flag = try read()
        if let variant { try require(variant, of: flag) }
        if toggle.category == .experiment { return try disable(flag, variant) }
        if flag.isDisabled {
            throw FlagOperationError(
                """
                \(parameter.quoted) is disabled, so apps use the default in their code, which is \
                \(JSONWriter(.oneLine).text(toggle.defaultValue)) in the manifest; to choose a variant, set ‘state’ to \
                \"ENABLED\" by hand and run this again
                """
            )
        }
        let off: String
        if let variant { off = variant } else { off = try offVariant(of: flag) }
        // Another kill is put around the first one, so that nothing is lost, even if a person wrote the first one.
        if case .killed(let kill) = flag.rule, kill.variant == off {
            return noChange("nothing to change: it was killed before, and all users get \(off)")
        }
        let loss = try loss(ofKillingTo: off, flag)
        let text = flag.text
        let edits: [FlagText.Edit]
        let isEmpty = flag.targeting.map { $0.members?.isEmpty ?? $0.isNull } ?? false
        if let targeting = flag.targeting {
            let (start, end) = text.shell("if", ["true", text.rendering(.string(off))])
            if isEmpty {
                // An empty object isn't valid within a rule.
                edits = [FlagText.Edit(targeting.range, start + "null" + end)]
            } else {
                edits = [
                    FlagText.Edit(at: targeting.range.lowerBound, start),
                    FlagText.Edit(at: targeting.range.upperBound, end),
                ]
            }
        } else {
            edits = [text.addingMember("targeting", text.rendering(["if": [true, .string(off)]]))]
        }
        var lines = ["all users: \(wordingBefore(flag)) → \(off)"]
        if let loss { lines.append(loss) }
        lines.append("`\(restoreCommand)` reverts this")
        return try change(edits, of: flag, lines: lines, isUrgent: true) { edited in
            guard case .killed(let kill) = edited.rule, kill.variant == off, !edited.isDisabled else { return false }
            return isEmpty ? kill.rest?.isNull == true : kill.rest?.json == flag.targeting?.json
        }
    }

    /// Returns the variant that switches the toggle off.
    private func offVariant(of flag: Flag) throws(FlagOperationError) -> String {
        if toggle.category == .migration {
            throw FlagOperationError(
                """
                \(toggle.key.quoted) is a migration toggle, whose stages depend on where the data is now; choose one with \
                --to, such as ‘rampdown’ once the new store has data that the old one lacks
                """
            )
        }
        let isBool = toggle.type == .bool
        let value = isBool ? false : toggle.defaultValue
        let candidates = flag.variants.filter { $0.value == value }.map(\.name)
        if candidates.contains("off") { return "off" }
        if let fallback = flag.fallback, candidates.contains(fallback) { return fallback }
        if let first = candidates.first { return first }
        let names = flag.variants.map(\.name).quotedList()
        let text = JSONWriter(.oneLine).text(value)
        throw FlagOperationError(
            """
            \(parameter.quoted) has no variant with the \(isBool ? "value" : "manifest's default") \(text); choose one with \
            --to: \(names)
            """
        )
    }

    // MARK: - Experiments

    private func disable(_ flag: Flag, _ variant: String?) throws(FlagOperationError) -> DocumentChange {
        if let variant, flag.value(of: variant) != toggle.defaultValue {
            throw FlagOperationError(
                """
                \(toggle.key.quoted) is an experiment, and apps that store assignments keep them unless it is disabled, \
                which gives users the default in the code; run it without --to
                """
            )
        }
        if flag.isDisabled { return noChange("nothing to change: it is disabled") }
        guard let state = flag.text.flag["state"]?.value else {
            throw FlagOperationError("\(parameter.quoted) has no ‘state’; write \"state\": \"ENABLED\"")
        }
        let value = JSONWriter(.oneLine).text(toggle.defaultValue)
        let before = wordingBefore(flag)
        let verb = before == Self.codeDefault ? "all users keep" : "all users: \(before) →"
        let lines = [
            "\(verb) \(Self.codeDefault), which is \(value) in the manifest",
            "`\(restoreCommand)` reverts this",
        ]
        return try change(
            [FlagText.Edit(state.range, "\"DISABLED\"")],
            of: flag,
            lines: lines,
            isUrgent: true
        ) { edited in
            edited.isDisabled && edited.targeting?.json == flag.targeting?.json
        }
    }

    // MARK: - Restoring

    /// Brings back the rule that ``kill(to:)`` set aside, byte for byte, and enables a disabled flag.
    ///
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if it is refused.
    package func restore() throws(FlagOperationError) -> DocumentChange {
        let flag = try read()
        guard !flag.isAdded else {
            throw FlagOperationError("\(path) has no parameter \(parameter.quoted), so there is nothing to restore")
        }
        var edits: [FlagText.Edit] = []
        var before = wording(flag.rule, fallback: flag.fallback)
        if flag.isDisabled, let state = flag.text.flag["state"]?.value {
            before = Self.codeDefault
            edits.append(FlagText.Edit(state.range, "\"ENABLED\""))
        }
        var rest = flag.targeting?.json
        var wordingAfter = wording(flag.rule, fallback: flag.fallback)
        if case .killed(let kill) = flag.rule {
            rest = kill.rest?.json
            wordingAfter = wording(LocatedRule(targeting: kill.rest), fallback: flag.fallback)
            if let inner = kill.rest, inner.isNull {
                edits.append(FlagText.Edit(kill.value.range, "{}"))
                rest = .object([:])
            } else if let inner = kill.rest {
                edits.append(FlagText.Edit(kill.value.range.lowerBound..<inner.range.lowerBound, ""))
                edits.append(FlagText.Edit(inner.range.upperBound..<kill.value.range.upperBound, ""))
            } else {
                edits += flag.text.removingMember("targeting")
            }
        }
        guard !edits.isEmpty else {
            return noChange("nothing to restore: \(wordingAfter)")
        }
        return try change(
            edits,
            of: flag,
            lines: ["all users: \(before) → \(wordingAfter)"] + linesAfterRestoring(flag.rule),
            concern: toggle.category == .migration
                ? "no figures can show that users won't miss anything in the restored stage"
                : "it switches a killed toggle back on",
            isUrgent: true
        ) { edited in
            !edited.isDisabled && edited.targeting?.json == rest
        }
    }

    /// Returns that the flag stays killed, if it was killed repeatedly.
    private func linesAfterRestoring(_ rule: LocatedRule) -> [String] {
        guard case .killed(let kill) = rule, case .killed = LocatedRule(targeting: kill.rest) else { return [] }
        return ["it was killed more than once; run this again to restore the rest"]
    }
}
