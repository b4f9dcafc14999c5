import Testing
import ToggleLint
import ToggleManifest

@Suite struct CodeRuleTests {
    @Test func possibleUseProvesNothing() throws {
        let project = try LintProject.example(
            "new_checkout:",
            uses: [.read("new_checkout", at: "Sources/Menu.swift", line: 7, certainty: .possible)]
        )
        #expect(
            project.findings() == [
                """
                note unused_toggle: ‘new_checkout’ is declared, and no code definitely reads it; it may be read at \
                Sources/Menu.swift:7
                """
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                look at Sources/Menu.swift:7, where it may be read; if it is not, remove the toggle from toggles.yaml; \
                `toggles remove new_checkout --keep VALUE` prints this as a diff
                """
            ]
        )
    }

    @Test func computedKeyCanBeAnyToggle() throws {
        var computed = ToggleUse.read("", at: "Sources/Flags.swift", line: 3)
        computed.target = .computed
        let project = try LintProject.example("new_checkout:", uses: [computed])
        #expect(
            project.findings().contains(
                """
                note unused_toggle: ‘new_checkout’ is declared, and no code reads it, unless through the key that is \
                built at Sources/Flags.swift:3
                """
            )
        )
    }

    @Test func scriptUseDoesNotKeepToggle() throws {
        let project = try LintProject.example(
            "new_checkout:",
            uses: [.read("new_checkout", at: "Scripts/demo.sh", line: 4, place: .script)]
        )
        let finding = try #require(Linter(project).run().findings.first)
        #expect(finding.rule == "unused_toggle")
        #expect(finding.related.map(\.message) == ["named in a script"])
    }

    @Test func withoutSearchedFilesNothingIsUnused() throws {
        var project = try LintProject.example("new_checkout:", uses: [])
        project.sources?.fileCount = 0
        #expect(project.findings() == [])
    }

    @Test(
        arguments: [
            ([.test], "test_only_toggle: only tests read ‘new_checkout’, at Sources/App.swift:1"),
            (
                [.preview],
                """
                debug_only_toggle: only previews use ‘new_checkout’, at Sources/App.swift:1, so it changes nothing in the app
                """
            ),
            (
                [.declaration],
                """
                unused_toggle: ‘new_checkout’ is declared, and no code reads it; it was declared on 2026-11-10 and is not used yet
                """
            ),
            (
                [.declaration, .debugMenu, .test],
                """
                debug_only_toggle: only debug menus and tests use ‘new_checkout’, at Sources/App.swift:2 and \
                Sources/App.swift:3, so it changes nothing in the app
                """
            ),
        ] as [([ToggleUse.Place], String)]
    )
    func findingDependsOnPlaceOfReads(places: [ToggleUse.Place], message: String) throws {
        let uses = places.enumerated().map { ToggleUse.read("new_checkout", line: $0.offset + 1, place: $0.element) }
        #expect(try LintProject.example("new_checkout:", uses: uses).findings() == ["warning \(message)"])
        let possible = ToggleUse.read("new_checkout", at: "Sources/B.swift", certainty: .possible)
        guard places != [.declaration] else { return }
        #expect(
            try LintProject.example("new_checkout:", uses: uses + [possible]).findings() == [
                "note \(message); production code may read it at Sources/B.swift:1"
            ]
        )
    }

    static let decision = """
        decide which code stays at Sources/App.swift:1, remove the rest, then remove the toggle from toggles.yaml; \
        `toggles remove instant_search --keep VALUE` prints this as a diff
        """

    static func choice(on: String?, off: String?, negated: Bool = false) -> ToggleCondition {
        ToggleCondition(
            isNegated: negated,
            whenOn: on.map { CodeExcerpt(range: .line(20), text: $0) },
            whenOff: off.map { CodeExcerpt(range: .line(30), text: $0) }
        )
    }

    @Test func nextStepNamesLosingBranch() throws {
        let project = try LintProject.example(
            PrecedenceTests.expired,
            uses: [
                .read(
                    "new_checkout",
                    at: "Sources/A.swift",
                    line: 3,
                    condition: Self.choice(on: "new()", off: "old()")
                ),
                .read("new_checkout", at: "Sources/B.swift", line: 4, condition: Self.choice(on: "new()", off: nil)),
                .read("new_checkout", at: "Sources/C.swift", line: 5),
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                if the feature ships, remove the off branch ‘old()’ at Sources/A.swift:30, the condition at \
                Sources/B.swift:4 and the read at Sources/C.swift:5. If the feature is abandoned, remove the on branch \
                ‘new()’ at Sources/A.swift:20, the on branch ‘new()’ at Sources/B.swift:20 and the read at \
                Sources/C.swift:5. After that, remove the toggle from toggles.yaml; `toggles remove new_checkout \
                --keep VALUE` prints this as a diff. To keep the toggle, run `toggles extend new_checkout --until DATE --reason …`
                """
            ]
        )
    }

    @Test(
        arguments: [
            // Only values that all users have had for a while are settled.
            (
                "on", "2026-09-21",
                """
                remove the off branch ‘old()’ at Sources/App.swift:30, then remove the toggle from toggles.yaml; \
                `toggles remove instant_search --keep on` prints this as a diff
                """
            ),
            ("on", "2026-11-20", Self.decision), ("on", nil, Self.decision), (nil, nil, Self.decision),
            // A variant that no user has had yet isn't a losing one.
            ("off", "2026-09-21", Self.decision),
            ("mixed", "2026-09-21", Self.decision),
        ] as [(String?, String?, String)]
    )
    func settledBranchStays(variant: String?, changed: String?, step: String) throws {
        let targeting = variant == "mixed" ? #""targeting": {"if": [{"var": "a"}, "on", "off"]},"# : ""
        let project = try LintProject.example(
            "instant_search:\n  category: ops\n  default: false\n  created: 2026-09-20\n  expires: 2026-10-31",
            uses: [.read("instant_search", condition: Self.choice(on: "new()", off: "old()"))],
            document: variant.map {
                """
                {"flags": {"instant_search": {
                  "state": "ENABLED", "variants": {"on": true, "off": false}, \(targeting)
                  "defaultVariant": "\($0 == "mixed" ? "off" : $0)", "metadata": {\(changed.map { #""changed": "\#($0)""# } ?? "")}
                }}}
                """
            }
        )
        let finding = Linter(project).run().findings.first { $0.rule == "expired_toggle" }
        #expect(finding?.nextStep.components(before: ". To keep the toggle") == step)
    }

    @Test func unsearchedFilesProveNothingUnused() throws {
        var project = try LintProject.example(
            "instant_search:\n  category: ops\n  default: false\n  created: 2026-09-20\n  expires: 2026-12-31",
            uses: []
        )
        let line = SourceRange.line(1)
        project.sources?.unparsed = [Diagnostic(.note, path: "Sources/Big.swift", range: line, message: "too large")]
        // Its names were searched as text, and this one doesn't occur.
        #expect(Linter(project).run().findings.first { $0.rule == "unused_toggle" }?.severity == .warning)
        project.sources?.unsearched = ["Sources/Big.swift"]
        let finding = Linter(project).run().findings.first { $0.rule == "unused_toggle" }
        #expect(finding?.severity == .note)
        #expect(finding?.message.hasSuffix("unless it is read in Sources/Big.swift, which was not searched") == true)
        #expect(finding?.nextStep.hasPrefix("look for it in Sources/Big.swift") == true)
    }

    @Test func notesConcernOnlyCertainProductionCode() throws {
        let conditions = [
            ToggleCondition(isNegated: true), ToggleCondition(enclosing: ["gift_wrapping"]),
        ]
        let uses = conditions.flatMap { condition in
            [
                ToggleUse.read("new_checkout", line: 2, place: .test, condition: condition),
                ToggleUse.read("new_checkout", line: 3, certainty: .possible, condition: condition),
            ]
        }
        let project = try LintProject.example(
            "new_checkout:\ngift_wrapping:",
            uses: uses + [.read("new_checkout", function: nil), .read("gift_wrapping", function: nil)]
        )
        #expect(project.findings() == [])
    }

    @Test(
        arguments: [
            (["RELEASE"], false, "is combined with ‘#if RELEASE’ here: code that needs both runs in no build"),
            (["os(iOS)", "!(RELEASE)"], false, "is inside ‘#if !(RELEASE)’"),
            ([], true, "is combined with an ‘#if’ that checks RELEASE here: code that needs both runs in no build"),
        ]
    )
    func releaseToggleInReleaseConditionIsReported(around: [String], within: Bool, end: String) throws {
        let use = ToggleUse.read(
            "new_checkout",
            condition: ToggleCondition(meetsReleaseCondition: within),
            within: around
        )
        let found = try LintProject.example("new_checkout:", uses: [use]).findings()
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(end) == true, "\(found)")
        var ops = try LintProject.example("new_checkout:\n  category: ops", uses: [use])
        #expect(ops.findings() == [])
        ops = try LintProject.example("new_checkout:", uses: [.read("new_checkout", within: ["PRERELEASE", "DEBUG"])])
        #expect(ops.findings() == [])
    }

    @Test(
        arguments: [
            ("release", ToggleUse.Freeze.global, "note"), ("ops", .global, "warning"),
            ("ops", .staticProperty, "warning"),
            ("ops", .defaultArgument, "note"),
        ]
    )
    func frozenReadIsReportedForChangingValues(category: String, freeze: ToggleUse.Freeze, severity: String) throws {
        let toggles = "new_checkout:\n  category: \(category)"
        let found = try LintProject.example(toggles, uses: [.read("new_checkout", freeze: freeze)]).findings()
        #expect(found.map { $0.split(separator: ":")[0] } == ["\(severity) frozen_toggle"])
        // A kept key is not a kept value.
        let key = ToggleUse.read("new_checkout", call: nil, freeze: freeze)
        #expect(try LintProject.example(toggles, uses: [key]).findings() == [])
    }

    @Test func repeatedReadsCountWithinOneBody() throws {
        let toggles = "instant_search:\n  category: ops"
        let same = [1, 5].map { ToggleUse.read("instant_search", line: $0, function: "search()") }
        #expect(
            try LintProject.example(toggles, uses: same).findings() == [
                "note repeated_ops_read: ‘instant_search’ is read twice in ‘search()’, and may change in between"
            ]
        )
        let apart = ["search()", "show()", nil, nil].enumerated().map {
            ToggleUse.read("instant_search", line: $0.offset, function: $0.element)
        }
        #expect(try LintProject.example(toggles, uses: apart).findings() == [])
        #expect(try LintProject.example("instant_search:", uses: same).findings() == [])
    }

    @Test func undeclaredKeyBelongsToToggleOrFile() throws {
        var typo = ToggleUse.read("")
        typo.target = .undeclared("new_chekout")
        var other = ToggleUse.read("", line: 2)
        other.target = .undeclared("something_else")
        let project = try LintProject.example(
            "new_checkout:\n  owner: payments",
            uses: [typo, other, .read("new_checkout", line: 3)],
            codeOwners: "Sources/ @shop/platform @shop/payments"
        )
        let findings = Linter(project).run().findings
        #expect(findings.map(\.owner) == ["payments", "@shop/platform"])
        #expect(
            findings.map(\.nextStep) == [
                "write ‘new_checkout’ at Sources/App.swift:1",
                "declare ‘something_else’ in toggles.yaml, or remove the code at Sources/App.swift:2",
            ]
        )
    }

    @Test func existingDeclarationIsRemovedWithToggle() throws {
        var project = try LintProject.example("new_checkout:", uses: [])
        project.sources?.declared = [
            DeclaredFlag(
                key: "new_checkout",
                name: "newCheckout",
                container: "FeatureFlag",
                source: 0,
                path: "Sources/FeatureFlag.swift",
                range: .line(3)
            )
        ]
        #expect(
            project.nextSteps() == [
                """
                use it; if nothing will, remove ‘newCheckout’ at Sources/FeatureFlag.swift:3 and the toggle from \
                toggles.yaml; `toggles remove new_checkout --keep VALUE` prints this as a diff
                """
            ]
        )
    }

    @Test func declarationsAreComparedWithManifest() throws {
        var project = try LintProject.example("new_checkout:\nold_basket:", uses: [.read("new_checkout")])
        project.sources?.declared = ["new_checkout", "gift_wrapping"].map { key in
            DeclaredFlag(
                key: key,
                name: key,
                container: "FeatureFlag",
                source: 0,
                path: "Sources/FeatureFlag.swift",
                range: .line(3)
            )
        }
        #expect(
            project.findings() == [
                """
                warning declared_elsewhere_missing: ‘gift_wrapping’ of ‘FeatureFlag’ is not in toggles.yaml
                """,
                """
                warning declared_elsewhere_missing: ‘old_basket’ is missing from the declarations, such as \
                ‘FeatureFlag’, and no code reads it
                """,
            ]
        )
    }
}

extension String {
    /// The part before the first occurrence of a text.
    fileprivate func components(before end: String) -> String {
        guard let range = firstRange(of: end) else { return self }
        return String(self[..<range.lowerBound])
    }
}
