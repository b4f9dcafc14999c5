import Testing

/// The findings of `toggles check` in update policies, beyond the errors for which apps reject them.
struct UpdatePolicyCheckTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
    }

    private func check(_ text: String, _ arguments: String...) throws -> BuiltCommand.Result {
        try shop.write(text, to: "f.json")
        return try BuiltCommand("toggles").run(
            ["check", "--alone"] + arguments + ["f.json"],
            environment: shop.environment,
            in: shop.path
        )
    }

    private func check(flag: String = "update", variants: String, _ rest: String) throws -> BuiltCommand.Result {
        try check(#"{"flags": {"\#(flag)": {"state": "ENABLED", "variants": {\#(variants)}, \#(rest)}}}"#)
    }

    private static let none = #""none": {"level": "up_to_date"}"#
    private static let must = #""must": {"level": "required", "title": "T", "redirect_url": "https://a.example"}"#

    @Test(arguments: [
        (
            "required",
            """
            so users who update are locked out again; end the range, as in {"sem_ver": [{"var": "appVersion"}, "<", \
            "2.0.0"]}, or write "all": true into the variant ‘must’ if that is intended
            """
        ),
        (
            "maintenance",
            """
            and every later one until the flag is changed, even one with a fix; end the range, as in {"sem_ver": \
            [{"var": "appVersion"}, "<", "2.0.0"]}, or write "all": true into the variant ‘must’ if that is intended
            """
        ),
    ])
    func flagThatLocksNewestVersionIsWarning(level: String, sentence: String) throws {
        func variants(_ rest: String) -> String {
            #"\#(Self.none), "must": {"level": "\#(level)", "title": "T", "redirect_url": "https://a.example"\#(rest)}"#
        }
        let rest =
            #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "2.0.0"]}, "must"]}"#
        let result = try check(variants: variants(""), rest)
        #expect(
            result.output == """
                f.json:1:12: warning: ‘update’ locks the newest version out as well, \(sentence)
                f.json: 1 flag, no errors, 1 warning

                """
        )
        #expect(try check(variants: variants(#", "all": true"#), rest).output == "f.json: 1 flag, no errors\n")
    }

    // MARK: Scheduled locks

    @Test func everyToolRejectsScheduledFullLock() throws {
        let rule = #"{"if": [{"<=": [1800000000, {"var": "$flagd.timestamp"}, 1800003599]}, "must"]}"#
        let text = #"{"flags": {"update": {"state": "ENABLED", "variants": {\#(Self.none), \#(Self.must)}, "#
        let flag = text + #""defaultVariant": "none", "targeting": \#(rule)}}}"#
        #expect(try check(flag, "--now", "1700000000").status == 0)
        let result = try check(flag, "--now", "1800000001")
        let error = """
            f.json:1:12: error: ‘update’ locks every version of the app out on every version of the system, so no update \
            helps; use ‘appVersion’ in the rule, or write "all": true into each variant that locks the newest version if \
            that is intended

            """
        #expect(result.output == error + "f.json: 1 flag, 1 error\n")
        #expect(result.status == 1)
        for arguments in [["--app", "1.0"], ["--matrix"]] {
            let answer = try BuiltCommand("toggles").run(
                ["update-policy", "test", "--now", "1800000001"] + arguments + ["f.json"],
                environment: shop.environment,
                in: shop.path
            )
            #expect(
                answer.output.contains("‘update’ locks every version of the app out on every version of the system")
            )
            #expect(answer.status == 1)
        }
    }

    @Test func lockThatAppsIgnoreIsNotReported() throws {
        // The flag isn't recognized as a policy, so its name is given.
        let variants = #""none": {"level": "up_to_date", "points": 1}, "must": {"level": "required", "points": 2}"#
        let rule = #"{"if": [{"<=": [1800000000, {"var": "$flagd.timestamp"}]}, "must"]}"#
        #expect(try check(variants: variants, #""defaultVariant": "none", "targeting": \#(rule)"#).status == 0)
        for (now, word) in [("1800000001", "up to date"), ("1700000000", "up to date")] {
            let answer = try BuiltCommand("toggles").run(
                ["update-policy", "test", "--flag", "update", "--app", "1.0", "--now", now, "f.json"],
                environment: shop.environment,
                in: shop.path
            )
            #expect(answer.output.hasPrefix("version 1.0: \(word)\n"), "\(answer.output)")
            let isRefused = answer.output.contains(
                "is not followed, because ‘update’ locks every version out at that time"
            )
            #expect(isRefused == (now == "1800000001"))
        }
    }

    @Test func errorAfterManyNotesIsReported() throws {
        let entries = Array(repeating: #"{"app_version": "*", "id": 7}"#, count: 200).joined(separator: ",")
        let result = try check(#"{"created_at": "2025-01-10", "details": [\#(entries)]}"#, "--now", "1795255200")
        #expect(result.output.contains("error: every version of the app is locked out"))
        #expect(result.status == 1)
    }

    // MARK: Levels

    @Test(arguments: [
        (
            #"{"levl": "required", "title": "T", "redirect_url": "https://a.example"}"#,
            "an entry has no ‘levl’, so its level is missing; did you mean ‘level’?"
        ),
        (
            #"{"Level": "recomended"}"#,
            "an entry has no ‘Level’, so its level is missing; did you mean ‘level’?"
        ),
        (
            #"{"lvl": "maintenance", "title": "T"}"#,
            "an entry has no ‘lvl’, so its level is missing; did you mean"
        ),
    ])
    func misspelledLevelIsError(variant: String, sentence: String) throws {
        let result = try check(flag: "a", variants: #""x": {}, "y": \#(variant)"#, #""defaultVariant": "x""#)
        #expect(result.output.contains("error: \(sentence)"), "\(result.output)")
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("", "the variant has no ‘level’; write"), (#""level": "now", "#, "‘level’ must be"),
        (#""level": 3, "#, "‘level’ must be"),
    ])
    func missingLevelIsErrorBesideOtherLevels(level: String, sentence: String) throws {
        let variants = #"\#(Self.none), "must": {\#(level)"title": "T", "redirect_url": "https://a.example"}"#
        let result = try check(flag: "a", variants: variants, #""defaultVariant": "none""#)
        #expect(
            result.output.contains(
                "error: \(sentence) one of \"up_to_date\", \"recommended\", \"required\", \"maintenance\""
            ),
            "\(result.output)"
        )
        #expect(result.status == 1)
    }

    @Test func flagNamedLikePolicyIsNoted() throws {
        let variants = #""none": {}, "must": {"title": "T", "redirect_url": "https://a.example"}"#
        let result = try check(flag: "forced_update", variants: variants, #""defaultVariant": "none""#)
        #expect(result.output.contains("note: the variant ‘must’ looks like an update policy but has no ‘level’"))
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (#"{"title": "Sale", "message": "M", "button_text": "Buy", "redirect_url": "https://a.example"}"#, "banner"),
        (#"{"title": "Email", "rule": "required"}"#, "form"),
        (#"{"level": "hard", "title": "Boss"}"#, "game"),
        (#"{"level": "error", "message": "M"}"#, "logging"),
        (#"{"levels": 3, "title": "Boss"}"#, "game"),
        (#"{"level": 3, "message": "M"}"#, "logging"),
        (#"{"interval": 5, "title": "Refresh"}"#, "update_interval"),
        (#"{"details": [{"name": "a"}]}"#, "page"),
    ])
    func ordinaryObjectsAreIgnored(variant: String, flag: String) throws {
        let result = try check(flag: flag, variants: #""a": {}, "b": \#(variant)"#, #""defaultVariant": "b""#)
        #expect(!result.output.contains("polic") && !result.output.contains("‘level’"), "\(result.output)")
        #expect(result.status == 0)
    }

    // MARK: Files

    @Test func timesAreComparedWithNow() throws {
        let text = #"{"created_at": 1795255200000, "details": []}"#
        #expect(
            try check(text, "--now", "1795255200").output == """
                f.json:1:16: warning: 1795255200000 is too large for seconds and is read as milliseconds since 1970, \
                2026-11-21T10:00:00Z; write "2026-11-21T10:00:00Z", or 1795255200 in seconds
                f.json: update policy, 0 entries, no errors, 1 warning

                """
        )
        let future = try check(#"{"created_at": "2062-11-21", "details": []}"#, "--now", "1795255200")
        #expect(
            future.output.contains("is 2062-11-21T00:00:00Z, 36 years from now; apps treat the policy as created"),
            "\(future.output)"
        )
        #expect(
            try check(#"{"created_at": "2062-11-21", "details": []}"#, "--now", "9000000000", "--strict").status == 0
        )
    }

    @Test(arguments: [
        ("", "1:1: error: the text is empty; a document without flags is {\"flags\": {}}"),
        (
            "\u{FEFF}{\"created_at\": \"2025-01-10\", \"details\": []}",
            "1:1: warning: the text begins with a byte order mark"
        ),
        (#"{"created_at": "2025-01-10", "created_at": 0, "details": []}"#, "‘created_at’ occurs twice in this object"),
        (#"{"created_at": "2025-01-10", "details": [[["#, "error: "),
        (String(repeating: "[", count: 100_000), "error: this is nested more than 200 levels deep"),
    ])
    func invalidFileIsReported(text: String, sentence: String) throws {
        #expect(try check(text).output.contains(sentence))
    }
}
