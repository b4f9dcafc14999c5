import FeatureToggles
import ForcedUpdates
import Testing

/// Decisions of typical policies for users with given versions, written as "entry level title link".
struct PolicyDecisionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let policy: String
        let app: String?
        let os: String?
        var language: String?
        var attributes: [String: JSONValue] = [:]
        let sees: String

        var testDescription: String { "\(policy): \(app ?? "-") on \(os ?? "-"), \(language ?? "-")" }

        init(
            _ policy: String,
            _ app: String?,
            _ os: String?,
            _ language: String? = nil,
            _ attributes: [String: JSONValue] = [:],
            sees: String
        ) {
            self.policy = policy
            self.app = app
            self.os = os
            self.language = language
            self.attributes = attributes
            self.sees = sees
        }
    }

    /// The policies by the names that the rows use.
    static let policies = [
        "plain": #"""
        {"os_version": "13.*.*", "app_version": ["1.0.0", "1.1.0"], "title": "Update", "message": "M", "button_text": "B",
         "redirect_url": "https://example.com/app"}
        """#,
        "lists": #"{"os_version": ["13.*.*", "14.1"], "app_version": ["1.*", "3.0.0"], "title": "L"}"#,
        "range": #"{"os_version": "*", "app_version": ">=1.0.0 <2.0.0", "title": "R"}"#,
        "steps": #"""
        {"app_version": "2.5.0", "level": "up_to_date"},
        {"app_version": "<2.0.0", "title": "Must"},
        {"app_version": "<3.0.0", "level": "recommended", "title": "Should"},
        {"app_version": ">=3.0.0 <3.1.0", "level": "maintenance", "title": "Wait"}
        """#,
        "system": #"{"os_version": "<15", "level": "recommended", "title": "Old system"}"#,
        "either": #"{"app_version": "<1.4.2 || 2.*", "os_version": ["<14", ">=17.1"], "title": "E"}"#,
        "languages": #"""
        {"app_version": "<2", "title": "Update", "message": "M", "redirect_url": "https://example.com/en", "languages": {
          "de": {"title": "Neu", "redirect_url": "https://example.com/de"}, "de-AT": {"title": "Servus"},
          "pt_BR": {"title": "Novo"}, "zh-Hant": {"title": "更新"}}}
        """#,
        "some": #"{"app_version": "<9", "context": {"country": ["DE", "AT"], "beta": true}, "title": "S"}"#,
        "key": #"{"app_version": "<9", "context": {"targetingKey": "ada"}, "title": "K"}"#,
        "number": #"{"app_version": "<9", "context": {"build": 7}, "title": "N"}"#,
        "betas": #"""
        {"app_version": "4.0.0-beta.6", "level": "up_to_date"},
        {"app_version": ">=4.0.0-beta.1 <4.0.0", "title": "Beta"},
        {"app_version": "3.*", "level": "recommended", "title": "Three"},
        {"app_version": "<2.0.0", "title": "Old"},
        {"app_version": ["5.0.0+7", "5.1.0"], "level": "maintenance", "title": "Wait"}
        """#,
        "empty": "",
    ]

    static let rows = [
        Row("plain", "1.0.0", "13.0.0", sees: "0 required Update https://example.com/app"),
        Row("plain", "1.1.0", "13.6.1", sees: "0 required Update https://example.com/app"),
        Row("plain", "1.1", "13.1", sees: "0 required Update https://example.com/app"),
        Row("plain", "1.2.0", "13.0.0", sees: "up to date"),
        Row("plain", "1.10.0", "13.0.0", sees: "up to date"),
        Row("plain", "1.0.0", "14.0.0", sees: "up to date"),
        Row("plain", "1.0.0", "12.9.0", sees: "up to date"),
        Row("plain", nil, "13.0.0", sees: "up to date"),
        Row("plain", "1.0.0", nil, sees: "up to date"),
        Row("plain", "dev", "13.0.0", sees: "up to date"),
        Row("plain", "1.0.0.7", "13.0.0", sees: "up to date"),
        Row("lists", "1.7.3", "14.1.0", sees: "0 required L -"),
        Row("lists", "1.7.3", "14.1.1", sees: "up to date"),
        Row("lists", "3.0.0", "13.9", sees: "0 required L -"),
        Row("lists", "3.0.1", "13.9", sees: "up to date"),
        Row("range", "1.0.0", "17.1", sees: "0 required R -"),
        Row("range", "1.99.99", nil, sees: "0 required R -"),
        Row("range", "2.0.0", "17.1", sees: "up to date"),
        Row("range", "0.9.0", "17.1", sees: "up to date"),
        Row("steps", "1.9.9", "17.1", sees: "1 required Must -"),
        Row("steps", "2.0.0", "17.1", sees: "2 recommended Should -"),
        Row("steps", "2.5.0", "17.1", sees: "up to date"),
        Row("steps", "2.5.1", "17.1", sees: "2 recommended Should -"),
        Row("steps", "3.0.0", "17.1", sees: "3 maintenance Wait -"),
        Row("steps", "3.0.9", nil, sees: "3 maintenance Wait -"),
        Row("steps", "3.1.0", "17.1", sees: "up to date"),
        Row("system", "8.0.0", "14.8.1", sees: "0 recommended Old system -"),
        Row("system", nil, "14.8.1", sees: "0 recommended Old system -"),
        Row("system", "8.0.0", "15.0", sees: "up to date"),
        Row("system", "8.0.0", nil, sees: "up to date"),
        Row("either", "1.4.1", "13.0", sees: "0 required E -"),
        Row("either", "2.3.0", "17.1", sees: "0 required E -"),
        Row("either", "2.3.0", "16.0", sees: "up to date"),
        Row("either", "1.4.2", "17.1", sees: "up to date"),
        Row("languages", "1.0", "17", sees: "0 required Update https://example.com/en"),
        Row("languages", "1.0", "17", "en-GB", sees: "0 required Update https://example.com/en"),
        Row("languages", "1.0", "17", "de", sees: "0 required Neu https://example.com/de (de)"),
        Row("languages", "1.0", "17", "de-CH", sees: "0 required Neu https://example.com/de (de)"),
        Row("languages", "1.0", "17", "DE_ch", sees: "0 required Neu https://example.com/de (de)"),
        Row("languages", "1.0", "17", "de-AT", sees: "0 required Servus https://example.com/en (de-AT)"),
        Row("languages", "1.0", "17", "pt-BR", sees: "0 required Novo https://example.com/en (pt_BR)"),
        Row("languages", "1.0", "17", "pt", sees: "0 required Update https://example.com/en"),
        Row("languages", "1.0", "17", "zh-Hant-TW", sees: "0 required 更新 https://example.com/en (zh-Hant)"),
        Row("languages", "1.0", "17", "zh-Hans", sees: "0 required Update https://example.com/en"),
        Row("languages", "1.0", "17", "", sees: "0 required Update https://example.com/en"),
        Row("languages", "1.0", "17", nil, ["locale": "de-DE"], sees: "0 required Neu https://example.com/de (de)"),
        Row("languages", "1.0", "17", nil, ["language": "de"], sees: "0 required Neu https://example.com/de (de)"),
        Row("languages", "1.0", "17", "en", ["locale": "de-DE"], sees: "0 required Update https://example.com/en"),
        Row("some", "1.0", "17", nil, ["country": "AT", "beta": true], sees: "0 required S -"),
        Row("some", "1.0", "17", nil, ["country": "FR", "beta": true], sees: "up to date"),
        Row("some", "1.0", "17", nil, ["country": "AT"], sees: "up to date"),
        Row("key", "1.0", "17", nil, ["targetingKey": "ada"], sees: "up to date"),
        Row("number", "1.0", "17", nil, ["build": 7], sees: "0 required N -"),
        Row("number", "1.0", "17", nil, ["build": "7"], sees: "up to date"),
        Row("betas", "4.0.0-beta.5", "17", sees: "1 required Beta -"),
        Row("betas", "4.0.0-beta.6", "17", sees: "up to date"),
        Row("betas", "4.0.0-beta.6+9", "17", sees: "up to date"),
        Row("betas", "4.0.0-beta.10", "17", sees: "1 required Beta -"),
        Row("betas", "4.0.0-rc", "17", sees: "1 required Beta -"),
        Row("betas", "4.0.0-alpha", "17", sees: "up to date"),
        Row("betas", "4.0.0-beta", "17", sees: "up to date"),
        Row("betas", "4.0.0", "17", sees: "up to date"),
        Row("betas", "3.0.0-beta", "17", sees: "2 recommended Three -"),
        Row("betas", "3.99.0", "17", sees: "2 recommended Three -"),
        Row("betas", "2.0.0-rc.1", "17", sees: "3 required Old -"),
        Row("betas", "2.0.0", "17", sees: "up to date"),
        Row("betas", "v1.9.0+build", "17", sees: "3 required Old -"),
        Row("betas", "5.0.0", "17", sees: "4 maintenance Wait -"),
        Row("betas", "5.0.0+8", "17", sees: "4 maintenance Wait -"),
        Row("betas", "5.1.0-rc.1", "17", sees: "up to date"),
        Row("betas", "5.1.0-", "17", sees: "up to date"),
        Row("empty", "1.0", "17", sees: "up to date"),
    ]

    @Test(arguments: rows)
    func policyDecidesForUser(_ row: Row) throws {
        let entries = try #require(Self.policies[row.policy])
        let text = #"{"created_at": "2026-11-21T10:00:00Z", "details": [\#(entries)]}"#
        let reading = UpdatePolicyDocument.read(Array(text.utf8))
        let document = try #require(reading.document, "\(reading.diagnostics)")
        var attributes = row.attributes
        if let app = row.app { attributes["appVersion"] = .string(app) }
        if let os = row.os { attributes["osVersion"] = .string(os) }
        let verdict = document.verdict(for: EvaluationContext(attributes: attributes), language: row.language)
        #expect(Self.words(verdict) == row.sees)
    }

    @Test func targetingKeySelectsUser() throws {
        let entries = try #require(Self.policies["key"])
        let text = #"{"created_at": 0, "details": [\#(entries)]}"#
        let document = try #require(UpdatePolicyDocument.read(Array(text.utf8)).document)
        let ada = EvaluationContext(targetingKey: "ada", attributes: ["appVersion": "1.0.0"])
        #expect(document.verdict(for: ada).entry == 0)
        #expect(document.verdict(for: EvaluationContext(targetingKey: "bob", attributes: ada.attributes)).entry == nil)
    }

    private static func words(_ verdict: UpdatePolicyDocument.Verdict) -> String {
        guard let notice = verdict.decision.notice, let entry = verdict.entry else { return "up to date" }
        let language = notice.language.map { " (\($0))" } ?? ""
        return
            "\(entry) \(verdict.decision.level.rawValue) \(notice.title ?? "-") \(notice.storeLink ?? "-")\(language)"
    }
}
