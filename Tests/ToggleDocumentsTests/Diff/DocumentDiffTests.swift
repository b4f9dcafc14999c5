import FeatureToggles
import Testing
import ToggleDocuments

struct DocumentDiffTests {
    /// Returns the differences between two documents with these flags.
    private func differences(
        _ old: String,
        _ new: String,
        evaluators: (old: String, new: String) = ("{}", "{}"),
        registry: ToggleRegistry? = nil,
        sampleSize: Int = 2_000
    ) throws -> [FlagDifference] {
        try DocumentDiff(
            old: Array("{\"flags\":{\(old)},\"$evaluators\":\(evaluators.old)}".utf8),
            new: Array("{\"flags\":{\(new)},\"$evaluators\":\(evaluators.new)}".utf8),
            registry: registry,
            sampleSize: sampleSize,
            timestamp: 1_800_000_000
        )
        .differences()
    }

    /// Returns a flag with the variants `on` and `off`.
    private func flag(
        _ key: String = "f",
        state: String = "ENABLED",
        defaultVariant: String = "\"off\"",
        targeting: String = "{}"
    ) -> String {
        """
        "\(key)":{"state":"\(state)","variants":{"on":true,"off":false},"defaultVariant":\(defaultVariant),\
        "targeting":\(targeting)}
        """
    }

    @Test(arguments: [
        (#"{"if":[{"<":[{"var":"age"},18]},"on"]}"#, true), (#"{"if":[{"<":[18,{"var":"age"}]},"on"]}"#, false),
        (#"{"if":[{"!=":[{"var":"country"},"DE"]},"on"]}"#, true),
        // They are in different buckets.
        (#"{"if":[{"var":"beta"},"on",{"fractional":[["on",1],["off",1]]}]}"#, false),
    ])
    func changeForUsersWithoutAttributesIsNamed(rule: String, isNamed: Bool) throws {
        let details = try #require(try differences(flag(), flag(targeting: rule)).first).details
        #expect(details.contains("users without attributes: false → true") == isNamed, "\(details)")
    }

    private func text(_ old: String, _ new: String) throws -> String {
        try differences(old, new).map(\.description).joined(separator: "\n")
    }

    @Test(
        arguments: [
            // The code's default equals the value of the flag.
            (
                #""f":{"state":"ENABLED","variants":{"a":4},"defaultVariant":"a"}"#, "",
                "- f (read by page_size): removed, for none"
            ),
            (
                "", #""f":{"state":"ENABLED","variants":{"a":5},"defaultVariant":"a"}"#,
                "+ f (read by page_size): added, for all\n    4 → 5"
            ),
            (
                #""f":{"state":"ENABLED","variants":{"a":5},"defaultVariant":"a"}"#,
                #""f":{"state":"ENABLED","variants":{"a":"5"},"defaultVariant":"a"}"#,
                "~ f (read by page_size): for all\n    5 → the code's default, because of an error"
            ),
            // The same value in another notation.
            (
                #""f":{"state":"ENABLED","variants":{"a":5},"defaultVariant":"a"}"#,
                #""f":{"state":"ENABLED","variants":{"a":5.0},"defaultVariant":"a"}"#,
                "= f (read by page_size): for none"
            ),
            (
                "", #""g":{"state":"ENABLED","variants":{"a":5},"defaultVariant":"a"}"#,
                "+ g (no toggle reads it): added, for all\n    the code's default → 5"
            ),
        ]
    )
    func registryDeterminesReadersAndDefaults(old: String, new: String, expected: String) throws {
        let registry = ToggleRegistry(
            namespace: "Shop",
            toggles: [
                ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 4, remoteParameter: "f")
            ]
        )
        let found = try differences(old, new, registry: registry)
        let text = found.map(\.description).joined(separator: "\n")
        #expect(text.hasPrefix(expected), "\(text)")
        #expect(found.first?.toggles == (expected.contains("page_size") ? ["page_size"] : []))
    }

    @Test func equalDocumentsHaveNoDifferences() throws {
        #expect(try differences(flag(), flag()) == [])
        let reordered =
            #""f":{"targeting":{},"defaultVariant":"off","variants":{"off":false,"on":true},"state":"ENABLED"}"#
        #expect(try differences(flag(), reordered) == [])
        #expect(try differences("", "") == [])
    }

    @Test func staticFlagsChangeForAll() throws {
        #expect(
            try text(flag(), flag(defaultVariant: "\"on\""))
                == "~ f: for all\n    false → true\n    defaultVariant: \"off\" → \"on\""
        )
        #expect(
            try text(flag(), flag(state: "DISABLED"))
                == "~ f: for all\n    false → the code's default\n    state: \"ENABLED\" → \"DISABLED\""
        )
        #expect(
            try text(flag(), flag(defaultVariant: "null"))
                == "~ f: for all\n    false → the code's default\n    defaultVariant: \"off\" → null"
        )
    }

    @Test func addedAndRemovedFlagsChangeFromAndToTheDefault() throws {
        #expect(
            try text(flag("a"), flag("b"))
                == "+ b: added, for all\n    the code's default → false\n- a: removed, for all\n    false → the code's default"
        )
        #expect(try text("", flag(state: "DISABLED")) == "+ f: added, for none")
    }

    @Test func ineffectiveChangesAffectNoUsers() throws {
        let base = #""f":{"state":"ENABLED","variants":{"a":1},"defaultVariant":"a""#
        #expect(try text(base + "}", base + #","metadata":{"x":1}}"#) == "= f: for none\n    metadata: changed")
        #expect(
            try text(
                base + "}",
                #""f":{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a"}"#
            ) == "= f: for none\n    variant ‘b’: added"
        )
        // Another name for the same value.
        #expect(
            try text(base + "}", #""f":{"state":"ENABLED","variants":{"b":1},"defaultVariant":"b"}"#)
                == "= f: for none\n    defaultVariant: \"a\" → \"b\"\n    variant ‘a’: removed\n    variant ‘b’: added"
        )
    }

    @Test(arguments: [
        (#"[["on",0],["off",100]]"#, #"[["on",10],["off",90]]"#, 0.1),
        (#"[["on",10],["off",90]]"#, #"[["on",100],["off",0]]"#, 0.9),
        (#"[["on",1],["off",2]]"#, #"[["on",10],["off",20]]"#, 0),
        (#"[["on",10],["off",90]]"#, #"[["off",90],["on",10]]"#, 0.2),
        (#"[["on"],["off"]]"#, #"[["on",3],["off",1]]"#, 0.25),
    ])
    func sharesAreComputed(old: String, new: String, share: Double) throws {
        let found = try differences(
            flag(targeting: "{\"fractional\":\(old)}"),
            flag(targeting: "{\"fractional\":\(new)}")
        )
        let difference = try #require(found.first)
        #expect(difference.method == .exact)
        #expect(abs(difference.share - share) < 1e-9)
        #expect(difference.audience == (share == 0 ? .none : .share))
    }

    @Test func rolloutFromAndToAStaticFlagIsComputed() throws {
        let rollout = flag(targeting: #"{"fractional":[["on",10],["off",90]]}"#)
        #expect(
            try text(flag(), rollout)
                == "~ f: for a share: 10% of all targeting keys\n    false → true: 10%\n    targeting: added"
        )
        #expect(try differences(rollout, flag(defaultVariant: "\"on\""))[0].share == 0.9)
    }

    /// Computed shares are the same as evaluated ones.
    @Test func computedSharesAgreeWithEvaluation() throws {
        func rollout(_ weight: Int, bucketing: String) -> String {
            flag(targeting: #"{"fractional":[\#(bucketing)["on",\#(weight)],["off",\#(100 - weight)]]}"#)
        }
        let key = #"{"cat":["s",{"var":"targetingKey"}]},"#
        let exact = try differences(rollout(10, bucketing: key), rollout(35, bucketing: key))[0]
        #expect(exact.method == .exact)
        // The same rule inside a condition that always holds must be evaluated.
        let wrapped = [10, 35].map { weight in
            flag(
                targeting: """
                    {"if":[{"!":[{"var":"never"}]},{"fractional":[\(key)["on",\(weight)],["off",\(100 - weight)]]},\
                    {"fractional":[\(key)["on",\(weight)],["off",\(100 - weight)]]}]}
                    """
            )
        }
        let sampled = try differences(wrapped[0], wrapped[1], sampleSize: 10_000)[0]
        #expect(sampled.method == .sample(10_000))
        #expect(abs(sampled.share - exact.share) < 0.02)
    }

    @Test func rulesAreEvaluatedForRelevantUsers() throws {
        let rules = [#""==","a""#, #""==","b""#].map { rule in
            let parts = rule.split(separator: ",")
            return flag(targeting: #"{"if":[{\#(parts[0]):[{"var":"user.plan"},\#(parts[1])]},"on"]}"#)
        }
        let found = try differences(rules[0], rules[1])
        #expect(found.count == 1)
        #expect(found[0].method == .sample(2_000))
        #expect(found[0].audience == .share)
        #expect(Set(found[0].transitions.map { "\($0.old) → \($0.new)" }) == ["false → true", "true → false"])
        let rise = found[0].transitions.first { $0.new == .value(true) }
        #expect(rise?.example?["user"] == ["plan": "b"])
    }

    @Test(arguments: [
        (#"{"sem_ver":[{"var":"v"},">=","2.0.0"]}"#, #"{"sem_ver":[{"var":"v"},">=","2.0.1"]}"#),
        (#"{">":[{"var":"age"},18]}"#, #"{">=":[{"var":"age"},18]}"#),
        (#"{"starts_with":[{"var":"id"},"a"]}"#, #"{"starts_with":[{"var":"id"},"b"]}"#),
        (#"{"in":[{"var":"country"},["DE"]]}"#, #"{"in":[{"var":"country"},["DE","FR"]]}"#),
        (#"{"==":[{"var":"a"},1]}"#, #"{"and":[{"==":[{"var":"a"},1]},{"==":[{"var":"b"},2]}]}"#),
    ])
    func differenceOfOneConstantIsFound(old: String, new: String) throws {
        let found = try differences(
            flag(targeting: #"{"if":[\#(old),"on"]}"#),
            flag(targeting: #"{"if":[\#(new),"on"]}"#)
        )
        #expect(found.first?.audience == .share)
    }

    @Test func equivalentRulesAffectNoUsers() throws {
        let found = try differences(
            flag(targeting: #"{"if":[{"==":[{"var":"a"},1]},"on","off"]}"#),
            flag(targeting: #"{"if":[{"!":[{"==":[{"var":"a"},1]}]},"off","on"]}"#)
        )
        #expect(found.map(\.description) == ["= f: for none of a sample of 2000\n    targeting: changed"])
    }

    @Test func changedSharedRulesAffectFlags() throws {
        let rule = flag(targeting: #"{"if":[{"$ref":"staff"},"on"]}"#)
        let evaluators = (#"{"staff":{"==":[{"var":"a"},1]}}"#, #"{"staff":{"==":[{"var":"a"},2]}}"#)
        let found = try differences(rule, rule, evaluators: evaluators)
        #expect(found.first?.audience == .share)
        #expect(found.first?.details == ["targeting: a shared rule, or the bucketing, changed"])
        #expect(try differences(flag(), flag(), evaluators: evaluators) == [])
    }

    @Test func brokenFlagsAreFailures() throws {
        #expect(
            try text(flag(), flag(defaultVariant: "\"x\""))
                == "~ f: for all\n    false → the code's default, because of an error\n    defaultVariant: \"off\" → \"x\""
        )
        let unknown = try differences(flag(), flag(targeting: #"{"frobnicate":[1]}"#))
        #expect(unknown.first?.transitions.map(\.new) == [.failure])
        #expect(unknown.first?.audience == .all)
    }

    @Test func flagsThatClientsRejectAreFailures() throws {
        let long = String(repeating: "x", count: 70_000)
        let flag = #""f":{"state":"ENABLED","variants":{"a":"\#(long)"},"defaultVariant":"a"}"#
        let added = try #require(try differences("", flag).first)
        #expect(added.method == .exact)
        #expect(added.transitions.map(\.new) == [.failure])
    }

    @Test func longValuesAreTruncated() throws {
        let flag =
            #""f":{"state":"ENABLED","variants":{"a":"\#(String(repeating: "x", count: 500))"},"defaultVariant":"a"}"#
        let line = try #require(try text("", flag).split(separator: "\n").dropFirst().first)
        #expect(line.hasSuffix("x…"))
        #expect(line.count < 150)
    }

    @Test func evaluationStopsForRulesThatAlwaysFail() throws {
        // 160,000 steps, more than a rule may take.
        let numbers = "[\(Array(repeating: "1", count: 400).joined(separator: ","))]"
        let sum = #"{"reduce":[\#(numbers),{"+":[{"var":"current"},{"var":"accumulator"}]},0]}"#
        let rule = #"{"if":[{"map":[\#(numbers),{"if":[{"var":""},\#(sum),0]}]},"on",{"var":"plan"}]}"#
        let changed = try #require(try differences(flag(), flag(targeting: rule), sampleSize: 5_000).first)
        #expect(changed.method == .sample(100))
        #expect(changed.transitions.map(\.new) == [.failure])
    }

    @Test func sampleIsDeterministic() throws {
        let rules = ["a", "b"].map { flag(targeting: #"{"if":[{"==":[{"var":"plan"},"\#($0)"]},"on"]}"#) }
        #expect(try differences(rules[0], rules[1]) == differences(rules[0], rules[1]))
    }

    @Test func invalidDocumentIsRejected() {
        let document = Array(#"{"flags":{}}"#.utf8)
        let error = #expect(throws: DocumentDiff.ReadingError.self) {
            try DocumentDiff(old: document, new: Array("[]".utf8), timestamp: 0)
        }
        #expect(error?.isNew == true)
        #expect(throws: DocumentDiff.ReadingError.self) { try DocumentDiff(old: [], new: document, timestamp: 0) }
    }
}
