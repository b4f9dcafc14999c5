import ForcedUpdates
import TestSupport
import Testing

struct BrokenPolicyTests {
    /// Entries with one mistake each, and its diagnostic.
    static let entries: [(SampleText, String)] = [
        (#"7"#, "details[0]: an entry must be an object, not an integer"),
        (
            #"{"title": "T"}"#,
            """
            details[0]: the entry has neither ‘app_version’ nor ‘os_version’; write "app_version": "*" for every version
            """
        ),
        (
            #"{"app_versions": "1.0.0", "os_version": "*"}"#,
            """
            details[0].app_versions: an entry has no ‘app_versions’, and without it this entry matches too many users; did you mean \
            ‘app_version’?
            """
        ),
        (
            #"{"app_version": 13}"#,
            #"details[0].app_version: a version must be a string, not an integer; write "13.*" for every version that starts with it"#
        ),
        (#"{"app_version": 1.1}"#, #"details[0].app_version: a version must be a string, not a number; write "1.2.0""#),
        (#"{"app_version": null}"#, #"details[0].app_version: a version must be a string, not null; write "1.2.0""#),
        (
            #"{"app_version": []}"#,
            """
            details[0].app_version: the list is empty and matches no version; write "*" for every version, or remove the \
            entry
            """
        ),
        (
            #"{"app_version": ["1.0.0", "one"]}"#,
            """
            details[0].app_version[1]: ‘one’ is not a version; write one to eight numbers, as in ‘1.2.0’, a wildcard as in \
            ‘13.*’, or a range as in ‘>=1.0.0 <2.0.0’
            """
        ),
        (
            #"{"app_version": "1.*", "os_version": "*.1"}"#,
            "details[0].os_version: ‘*.1’ has a wildcard in front of a number; write it last, as in ‘13.*.*’"
        ),
        (
            #"{"app_version": "1.*", "level": "require"}"#,
            """
            details[0]: ‘level’ must be one of "up_to_date", "recommended", "required", "maintenance", not ‘require’; did \
            you mean "required"?
            """
        ),
        (
            #"{"app_version": "1.*", "level": 2}"#,
            """
            details[0]: ‘level’ must be one of "up_to_date", "recommended", "required", "maintenance", not an integer
            """
        ),
        (#"{"app_version": "1.*", "title": ["T"]}"#, "details[0]: ‘title’ must be a string, not an array"),
        (
            #"{"app_version": "1.*", "redirect_url": "javascript:alert(1)"}"#,
            """
            details[0].redirect_url: links with the scheme ‘javascript’ are not allowed; allowed are https, itms-apps, \
            itms-appss, market
            """
        ),
        (
            #"{"app_version": "1.*", "redirect_url": "http://example.com"}"#,
            """
            details[0].redirect_url: links with the scheme ‘http’ are not allowed; allowed are https, itms-apps, itms-appss, \
            market
            """
        ),
        (
            #"{"app_version": "1.*", "redirect_url": "example.com/app"}"#,
            "details[0].redirect_url: ‘example.com/app’ has no scheme; write a whole link, such as https://example.com/app"
        ),
        (
            #"{"app_version": "1.*", "redirect_url": "https:///app"}"#,
            "details[0].redirect_url: ‘https:///app’ has no host; write https://, a host and a path"
        ),
        (
            #"{"app_version": "1.*", "redirect_url": "https://store.example@evil.example/"}"#,
            "details[0].redirect_url: the link has text in front of its host; write only the host"
        ),
        (
            #"{"app_version": "1.*", "redirect_url": "https://example.com/a b"}"#,
            """
            details[0].redirect_url: the link has a space, a control character or a letter that is invalid in a URL; write it \
            percent-encoded
            """
        ),
        (
            #"{"app_version": "1.*", "languages": ["de"]}"#,
            """
            details[0]: ‘languages’ must be an object of texts by language, not an array; write {"de": {"title": …}}
            """
        ),
        (
            #"{"app_version": "1.*", "languages": {"German!": {}}}"#,
            "details[0].languages: ‘German!’ is not a language tag; write a tag such as de, pt-BR or zh-Hant"
        ),
        (
            #"{"app_version": "1.*", "languages": {"pt-BR": {}, "pt_br": {}}}"#,
            "details[0].languages.pt_br: the language ‘pt_br’ occurs twice; remove one of them"
        ),
        (
            #"{"app_version": "1.*", "languages": {\#((0..<501).map { #""de-x-\#($0)": {}"# }.joined(separator: ","))}}"#,
            """
            details[0].languages: the entry has 501 languages, more than the 500 that apps accept; remove those with \
            the same texts as a shorter tag
            """
        ),
        (
            #"{"app_version": "<\#(String(repeating: "1", count: 19)).0"}"#,
            """
            details[0].app_version: ‘1111111111111111…’ has a number of 19 digits, more than the 18 that are read; write a version that exists
            """
        ),
        (
            #"{"app_version": "1.*", "languages": {"de": "Neu"}}"#,
            "details[0].languages.de: the texts of a language must be an object, not a string; write {\"title\": …}"
        ),
        (
            #"{"app_version": "1.*", "languages": {"de": {"redirect_url": "tel:5"}}}"#,
            """
            details[0].languages.de.redirect_url: links with the scheme ‘tel’ are not allowed; allowed are https, itms-apps, \
            itms-appss, market
            """
        ),
        (
            #"{"app_version": "1.*", "context": "DE"}"#,
            """
            details[0]: ‘context’ must be an object of attributes, not a string; write {"country": ["DE", "AT"]}
            """
        ),
        (
            #"{"app_version": "1.*", "context": {"country": {"is": "DE"}}}"#,
            """
            details[0].context.country: an attribute is compared with a string, a number, a Boolean or a list of them; \
            write "DE" or ["DE", "AT"]
            """
        ),
        (
            #"{"app_version": "1.*", "levl": "recommended"}"#,
            "details[0].levl: an entry has no ‘levl’, so its level is missing; did you mean ‘level’?"
        ),
        (#"{"app_version": "1.*", "all": "yes"}"#, "details[0]: ‘all’ must be true or false, not a string"),
        (
            #"{"app_version": "*", "os_version": "*", "title": "T"}"#,
            """
            details[0]: every version of the app is locked out on every version of the system, so no update helps; \
            name the versions to lock out, or write "all": true beside ‘details’, or into each entry that locks the \
            newest version, if that is intended
            """
        ),
    ]

    @Test(arguments: entries)
    func invalidEntryIsRejected(entry: SampleText, problem: String) {
        let reading = Self.read(#"{"created_at": "2026-11-21", "details": [\#(entry.text)]}"#)
        #expect(reading.document == nil)
        #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.description) == [problem])
    }

    /// Complete texts with one mistake each, and the beginning of its diagnostic.
    static let texts: [(SampleText, String)] = [
        ("", "the policy is not valid JSON: line 1, column 1: "),
        ("<html><body>Log in</body></html>", "the policy is not valid JSON: line 1, column 1: "),
        (#"{"created_at": "2026-11-21", "details": ["#, "the policy is not valid JSON: line 1, column "),
        ("[]", "a policy must be an object, not an array; "),
        ("null", "a policy must be an object, not null; "),
        (#"{"details": []}"#, "the policy has no ‘created_at’, which apps need to recognize a newer policy; "),
        (#"{"created_at": "2026-11-21"}"#, "the policy has no ‘details’; "),
        (
            #"{"created_at": "2026-11-21", "details": {}}"#,
            "‘details’ must be an array of entries, not an object; "
        ),
        (#"{"created_at": "yesterday", "details": []}"#, "‘created_at’ must be a time in ISO 8601 or "),
        (#"{"created_at": true, "details": []}"#, "‘created_at’ must be a time in ISO 8601 or "),
        (#"{"created_at": -1, "details": []}"#, "‘created_at’ must be a time in ISO 8601 or "),
        (#"{"created_at": 0, "details": [], "all": 1}"#, "‘all’ must be true or false, not an integer"),
        (
            #"{"created_at": 0, "details": [\#(Array(repeating: "{}", count: 501).joined(separator: ","))]}"#,
            "details: the policy has 501 entries, more than the 500 that apps accept; "
        ),
        (
            #"{"created_at": 0, "details": [{"app_version": [\#(Array(repeating: #""1.0""#, count: 501).joined(separator: ","))]}]}"#,
            "details[0].app_version: the list has 501 versions, more than the 500 that apps accept; "
        ),
        (
            #"{"created_at": 0, "details": [], "padding": "\#(String(repeating: "x", count: 1 << 20))"}"#,
            "the policy has 1048"
        ),
        (SampleText(String(repeating: "[", count: 100_000)), "the policy is not valid JSON: line 1, column "),
    ]

    @Test(arguments: texts)
    func invalidTextIsRejected(sample: SampleText, beginning: String) {
        let reading = Self.read(sample.text)
        #expect(reading.document == nil)
        let errors = reading.diagnostics.filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors.first?.description.hasPrefix(beginning) == true, "\(errors)")
    }

    @Test(arguments: [
        SampleText(Array(repeating: #"{"app_version": "*", "id": 7}"#, count: 200).joined(separator: ",")),
        SampleText(
            Array(
                repeating: #"{"app_version": [\#(Array(repeating: #""13""#, count: 40).joined(separator: ","))]}"#,
                count: 5
            )
            .joined(separator: ",") + #", {"app_version": "*"}"#
        ),
    ])
    func warningsDoNotDisplaceErrors(entries: SampleText) {
        let reading = Self.read(#"{"created_at": 0, "details": [\#(entries.text)]}"#)
        #expect(reading.document == nil)
        #expect(reading.diagnostics.count == 201)
        #expect(reading.diagnostics.last?.message.hasPrefix("every version of the app is locked out") == true)
    }

    @Test func diagnosticsAreLimited() {
        let entries = Array(repeating: #"{"app_version": ["one", "13"], "id": 7}"#, count: 300)
        let reading = Self.read(#"{"created_at": 0, "details": [\#(entries.joined(separator: ","))]}"#)
        #expect(reading.diagnostics.count { $0.severity == .error } == 200)
        #expect(reading.diagnostics.count { $0.severity != .error } == 200)
    }

    @Test func allProblemsAreReported() {
        let reading = Self.read(
            #"{"details": [{"app_version": "x.1", "title": 1}, {"app_version": "1.*", "level": "soon"}], "details_": 1}"#
        )
        #expect(
            reading.diagnostics.map(\.place)
                == ["details_", "", "details[0].app_version", "details[0].title", "details[1].level"]
        )
    }

    /// Accepted entries that cause a warning or a note.
    static let remarks = [
        (
            #"{"app_version": "<2", "title": "T", "redirect_url": "https://a.example", "colour": "red"}"#,
            "details[0]: ‘colour’ is unknown and ignored"
        ),
        (
            #"{"app_version": "<2", "titel": "T", "message": "M", "redirect_url": "https://a.example"}"#,
            "details[0]: ‘titel’ is unknown and ignored; did you mean ‘title’?"
        ),
        (
            #"{"app_version": "<2", "title": "T"}"#,
            "details[0]: users cannot continue, and there is no link to the update; write ‘redirect_url’"
        ),
        (
            #"{"app_version": "<2", "level": "maintenance"}"#,
            "details[0]: users who speak none of the languages see no text; write ‘title’ and ‘message’"
        ),
        (
            #"{"app_version": "17", "level": "recommended", "title": "T"}"#,
            "details[0].app_version: ‘17’ matches only 17.0.0; write ‘17.*’ for every version that starts with it"
        ),
        (
            #"{"app_version": ">=2.0.0 <1.0.0", "level": "recommended", "title": "T"}"#,
            """
            details[0].app_version: no version matches all ranges of ‘>=2.0.0 <1.0.0’; put || between \
            alternatives
            """
        ),
        (
            #"{"app_version": ">=2.0.0", "title": "T", "redirect_url": "https://a.example"}"#,
            """
            details[0]: the newest version is locked out as well, so users who update are locked out again; end the \
            range, as in ‘<2.0.0’, or write "all": true into the entry if that is intended
            """
        ),
        (
            #"{"app_version": ">=2.0.0 <2.0.1", "level": "maintenance", "title": "T", "languages": {"jp": {"title": "J"}}}"#,
            "details[0].languages: ‘jp’ is a country; write its language, which is ‘ja’"
        ),
        (
            #"{"app_version": "<2", "level": "recommended", "title": "T", "languages": {"german": {"title": "J"}}}"#,
            """
            details[0].languages: ‘german’ is the name of a language rather than its code; write a tag such as de, \
            pt-BR or zh-Hant
            """
        ),
        (
            #"{"app_version": "<2", "level": "recommended", "title": "T", "languages": {"qq-DE": {"title": "J"}}}"#,
            """
            details[0].languages.qq-DE: ‘qq’ is not a language code of ISO 639; write one, such as de
            """
        ),
        (
            #"{"app_version": ">1.0.0 <1.0.1", "level": "recommended", "title": "T"}"#,
            """
            details[0].app_version: ‘>1.0.0 <1.0.1’ matches only prereleases; write the versions that it should match
            """
        ),
        (
            #"{"app_version": "<v2.0.0", "level": "recommended", "title": "T"}"#,
            """
            details[0].app_version: the ‘v’ of ‘v2.0.0’ is not part of a version in Semantic Versioning; apps ignore it, but \
            other readers may not; write ‘2.0.0’
            """
        ),
        (
            #"{"app_version": "<2", "os_version": ["1.0", "V17.*"], "level": "recommended", "title": "T"}"#,
            """
            details[0].os_version[1]: the ‘V’ of ‘V17’ is not part of a version in Semantic Versioning; apps ignore it, but \
            other readers may not; write ‘17’
            """
        ),
        (
            #"{"app_version": ["2.0.0", "2.1.0+42"], "level": "recommended", "title": "T"}"#,
            """
            details[0].app_version[1]: ‘+42’ is ignored, so every build of the version matches; to match builds, write "context": {"appBuild": "42"}
            """
        ),
        (
            #"{"app_version": "<2", "level": "recommended", "title": "T", "context": {"osname": "iOS"}}"#,
            """
            details[0].context: ‘osname’ is known only if the app provides it; every app provides ‘osName’
            """
        ),
    ]

    @Test(arguments: [
        #""app_version": ">=4.0.0-beta.1 <4.0.0", "level": "recommended""#,
        #""app_version": ["4.0.0-rc.1", "4.*"], "level": "recommended""#,
        #""app_version": "<2", "level": "recommended", "languages": {"de-AT": {}, "pt_BR": {}, "zh-Hant": {}, "gsw": {}, "iw": {}}"#,
    ])
    func intendedPolicyHasNoWarnings(members: String) {
        let reading = Self.read(#"{"created_at": "2026-11-21", "details": [{\#(members), "title": "T"}]}"#)
        #expect(reading.diagnostics.isEmpty)
    }

    @Test(arguments: remarks)
    func policyIsAcceptedWithWarning(entry: String, remark: String) {
        let reading = Self.read(#"{"created_at": "2026-11-21", "details": [\#(entry)]}"#)
        #expect(reading.document != nil)
        #expect(reading.diagnostics.map(\.description) == [remark])
    }

    private static func read(_ text: String) -> UpdatePolicyDocument.Reading {
        UpdatePolicyDocument.read(Array(text.utf8))
    }
}
