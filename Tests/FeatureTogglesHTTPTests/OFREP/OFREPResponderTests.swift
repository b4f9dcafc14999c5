import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

@testable import ToggleHTTP

@Suite struct OFREPResponderTests {
    private static let registry = ToggleRegistry(namespace: "OFREP", toggles: definitions)

    private static let definitions = [
        ToggleDefinition(
            key: "ranking",
            category: .ops,
            type: .variants(["classic", "neural"]),
            defaultValue: "classic",
            remoteParameter: "ranking_2"
        ),
        ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 20),
        ToggleDefinition(key: "boost", category: .ops, type: .double, defaultValue: 1),
        ToggleDefinition(
            key: "button",
            category: .experiment,
            type: .variants(["plain", "bold"]),
            defaultValue: "plain"
        ),
        ToggleDefinition(key: "admin_tools", category: .permission, type: .bool, defaultValue: false),
        ToggleDefinition(key: "paused", category: .ops, type: .bool, defaultValue: true),
        ToggleDefinition(key: "left_to_code", category: .ops, type: .bool, defaultValue: true),
        ToggleDefinition(key: "wrong_type", category: .ops, type: .int, defaultValue: 1),
        ToggleDefinition(key: "undefined", category: .ops, type: .string, defaultValue: "none"),
        ToggleDefinition(key: "new_checkout", category: .release, type: .bool, defaultValue: false),
    ]

    private static let flags = #"""
        {
          "metadata": {"version": "v12"},
          "flags": {
            "ranking_2": {
              "state": "ENABLED", "variants": {"new": "neural", "old": "classic"}, "defaultVariant": "new",
              "metadata": {"owner": "search", "risk": 2}
            },
            "boost": {"state": "ENABLED", "variants": {"two": 2}, "defaultVariant": "two"},
            "button": {
              "state": "ENABLED", "variants": {"a": "plain", "b": "bold"}, "defaultVariant": "a",
              "targeting": {"fractional": [["b", 1]]}
            },
            "admin_tools": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [{"==": [{"var": "role"}, "admin"]}, "on", "off"]}
            },
            "paused": {"state": "DISABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"},
            "left_to_code": {"state": "ENABLED", "variants": {"off": false}, "defaultVariant": null},
            "wrong_type": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}
          }
        }
        """#

    private static func client(
        _ source: (any RemoteSource)? = InMemoryRemoteSource(document: flags),
        experiments: ExperimentConfiguration = ExperimentConfiguration()
    ) -> ToggleClient {
        ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: source,
            context: EvaluationContext(attributes: ["service": "shop"]),
            experiments: experiments
        )
    }

    private static func ask(
        _ key: String? = nil,
        _ body: String = #"{"context": {"targetingKey": "ada"}}"#,
        known: String? = nil,
        of client: ToggleClient? = nil
    ) -> OFREPResponder.Response {
        OFREPResponder(client ?? Self.client())
            .response(
                to: OFREPResponder.Request(
                    path: "/ofrep/v1/evaluate/flags" + (key.map { "/\($0)" } ?? ""),
                    ifNoneMatch: known,
                    body: Array(body.utf8)
                )
            )
    }

    private static func text(_ response: OFREPResponder.Response) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test(arguments: [
        (
            "ranking_2",
            #"{"key":"ranking_2","reason":"STATIC","variant":"new","value":"neural","#
                + #""metadata":{"version":"v12","owner":"search","risk":2}}"#
        ),
        // The key of the toggle, for callers that know it from toggles.yaml.
        (
            "ranking",
            #"{"key":"ranking","reason":"STATIC","variant":"new","value":"neural","#
                + #""metadata":{"version":"v12","owner":"search","risk":2}}"#
        ),
        // A number with a fraction, so that callers with types read the right one.
        (
            "boost",
            #"{"key":"boost","reason":"STATIC","variant":"two","value":2.0,"metadata":{"version":"v12"}}"#
        ),
        (
            "button",
            #"{"key":"button","reason":"SPLIT","variant":"b","value":"bold","metadata":{"version":"v12"}}"#
        ),
        (
            "admin_tools",
            #"{"key":"admin_tools","reason":"TARGETING_MATCH","variant":"off","value":false,"#
                + #""metadata":{"version":"v12"}}"#
        ),
        // Without a value, the code of the caller has its default.
        ("paused", #"{"key":"paused","reason":"DISABLED","variant":"default","metadata":{"version":"v12"}}"#),
        (
            "left_to_code",
            #"{"key":"left_to_code","reason":"DEFAULT","variant":"default","metadata":{"version":"v12"}}"#
        ),
        (
            "undefined",
            #"{"key":"undefined","reason":"DEFAULT","variant":"default","value":"none","#
                + #""metadata":{"version":"v12"}}"#
        ),
    ])
    func evaluatesFlag(key: String, body: String) {
        let response = Self.ask(key)
        #expect(response.status == 200)
        #expect(response.headers == ["Content-Type": "application/json"])
        #expect(Self.text(response) == body)
    }

    @Test func usesContextOnTopOfAmbientOne() {
        let response = Self.ask("admin_tools", #"{"context": {"role": "admin"}}"#)
        #expect(Self.text(response).contains(#""variant":"on","value":true"#))
    }

    @Test(arguments: [
        ("no_such_flag", 404, "FLAG_NOT_FOUND"), ("new_checkout", 404, "FLAG_NOT_FOUND"),
        ("%zz", 404, "FLAG_NOT_FOUND"), ("wrong_type", 400, "GENERAL"),
    ])
    func reportsErrorOfFlag(key: String, status: Int, code: String) throws {
        let response = Self.ask(key)
        #expect(response.status == status)
        let members = try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
        #expect(members["key"] as? String == key)
        #expect(members["errorCode"] as? String == code)
        #expect((members["errorDetails"] as? String)?.isEmpty == false)
    }

    @Test func experimentNeedsTargetingKey() {
        for body in [#"{"context": {}}"#, #"{"context": {"targetingKey": ""}}"#] {
            let response = Self.ask("button", body)
            #expect(response.status == 400)
            #expect(Self.text(response).contains(#""key":"button","errorCode":"TARGETING_KEY_MISSING""#))
            // The others are evaluated.
            let bulk = Self.ask(nil, body)
            #expect(bulk.status == 200)
            #expect(Self.text(bulk).contains(#""key":"button","errorCode":"TARGETING_KEY_MISSING""#))
            #expect(Self.text(bulk).contains(#""key":"ranking_2","reason":"STATIC""#))
        }
    }

    @Test func bulkEvaluationHasEveryFlagUnderItsParameter() throws {
        let response = Self.ask()
        #expect(response.status == 200)
        let members = try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
        #expect(members["metadata"] as? [String: String] == ["version": "v12"])
        let flags = try #require(members["flags"] as? [[String: Any]])
        #expect(
            flags.compactMap { $0["key"] as? String } == [
                "ranking_2", "page_size", "boost", "button", "admin_tools", "paused", "left_to_code", "wrong_type",
                "undefined",
            ]
        )
        #expect(flags.compactMap { $0["errorCode"] as? String } == ["GENERAL"])
    }

    @Test func etagCoversAllValues() throws {
        let source = InMemoryRemoteSource(document: Self.flags)
        let client = Self.client(source)
        let tag = try #require(Self.ask(of: client).headers["ETag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", String(tag.dropFirst().dropLast()), "*"] {
            let response = Self.ask(known: known, of: client)
            #expect(response.status == 304)
            #expect(response.headers == ["ETag": tag])
            #expect(response.body.isEmpty)
        }
        #expect(Self.ask(known: "\"other\"", of: client).status == 200)
        let admin = #"{"context": {"targetingKey": "ada", "role": "admin"}}"#
        #expect(Self.ask(nil, admin, known: tag, of: client).status == 200)
        // A single evaluation has no ETag.
        #expect(Self.ask("boost", known: "*", of: client).status == 200)
    }

    @Test(arguments: [
        ("", "PARSE_ERROR"), ("{", "PARSE_ERROR"), (#"{"context": {"age": NaN}}"#, "PARSE_ERROR"),
        (#"{"context": {"age": 1e400}}"#, "PARSE_ERROR"), ("\u{0}", "PARSE_ERROR"),
        (#"{"context": \#(String(repeating: "[", count: 100_000))}"#, "INVALID_CONTEXT"),
        (
            #"{"context": {"a": \#(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))}}"#,
            "PARSE_ERROR"
        ),
        ("null", "INVALID_CONTEXT"), ("[]", "INVALID_CONTEXT"), ("{}", "INVALID_CONTEXT"),
        (#"{"context": null}"#, "INVALID_CONTEXT"), (#"{"context": "ada"}"#, "INVALID_CONTEXT"),
        (#"{"context": {"targetingKey": 7}}"#, "INVALID_CONTEXT"),
        (#"{"context": {"a": "\#(String(repeating: "x", count: 65_536))"}}"#, "INVALID_CONTEXT"),
    ])
    func refusesInvalidBody(body: String, code: String) throws {
        for key in ["boost", nil] {
            let response = Self.ask(key, body)
            #expect(response.status == 400)
            let members = try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
            #expect(members["errorCode"] as? String == code)
            #expect(members["key"] as? String == key)
        }
    }

    @Test(arguments: [
        #"{"context": {"targetingKey": "bob", "targetingKey": "ada", "role": "user", "role": "admin"}}"#,
        #"{"context": {}, "context": {"targetingKey": "ada", "role": "admin"}}"#,
        // Canonically equivalent names.
        #"{"context": {"targetingKey": "ada", "role": "admin", "\#u{e9}": 1, "e\#u{301}": 2, "": null}}"#,
    ])
    func lastOfRepeatedNamesCounts(body: String) {
        #expect(Self.text(Self.ask("admin_tools", body)).contains(#""value":true"#))
    }

    @Test func acceptsContextAsDeepAsRulesRead() {
        let value = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(Self.ask("boost", #"{"context": {"a": \#(value)}}"#).status == 200)
    }

    @Test(arguments: [
        ("/", 404), ("/ofrep/v1/configuration", 404), ("/ofrep/v1/evaluate/flagship", 404), ("", 404),
        ("/api/ofrep/v1/evaluate/flags/boost?flagConfigEtag=1", 200), ("/ofrep/v1/evaluate/flags/", 200),
        ("/ofrep/v1/evaluate/flags/%62oost", 200), ("/ofrep/v1/evaluate/flags/boost/more", 404),
    ])
    func findsKeyInPath(path: String, status: Int) {
        let request = OFREPResponder.Request(path: path, body: Array(#"{"context": {}}"#.utf8))
        #expect(OFREPResponder(Self.client()).response(to: request).status == status)
    }

    @Test func refusesOtherMethods() {
        let request = OFREPResponder.Request(method: "GET", path: "/ofrep/v1/evaluate/flags", body: [])
        let response = OFREPResponder(Self.client()).response(to: request)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "POST")
    }

    @Test func serverWithoutDocumentHasNoAnswers() {
        let source = InMemoryRemoteSource(document: "no document")
        #expect(Self.ask(of: Self.client(source)).status == 500)
        #expect(Self.ask("boost", of: Self.client(source)).status == 500)
        // Without a source, the declared values are all there is.
        #expect(Self.text(Self.ask("boost", of: Self.client(nil))).contains(#""variant":"default","value":1.0"#))
    }

    @Test func onlySingleEvaluationIsExposure() async {
        let (exposures, continuation) = AsyncStream<String>.makeStream()
        let client = Self.client(
            experiments: ExperimentConfiguration {
                continuation.yield("\($0.toggle) \($0.variant) \($0.targetingKey)")
            }
        )
        #expect(Self.ask(nil, #"{"context": {"targetingKey": "bob"}}"#, of: client).status == 200)
        #expect(Self.ask("button", of: client).status == 200)
        #expect(await exposures.first { _ in true } == "button bold ada")
    }

    /// A client of this package reads the values of the responder, and gets “not modified” for the same ones.
    @Test func appFollowsResponder() async throws {
        let remote = InMemoryRemoteSource(document: document(pageSize: 42))
        let client = ToggleClient(
            registries: [HTTPToggles.registry],
            overrides: .none,
            remote: remote,
            context: EvaluationContext()
        )
        let responder = OFREPResponder(client)
        let server = try LoopbackServer.answering { request in
            let response = responder.response(
                to: OFREPResponder.Request(
                    method: request.method,
                    path: request.target,
                    ifNoneMatch: request.headers["if-none-match"],
                    body: request.body
                )
            )
            return LoopbackAnswer(response.status, response.headers, String(decoding: response.body, as: UTF8.self))
        }
        let source = OFREPRemoteSource(baseURL: server.url("/"), options: .patient)
        let app = ToggleClient.following(source)
        await app.until(pageSize: 42)
        #expect(app.evaluation(of: .pageSize).variant == "v")
        remote.set(document: document(pageSize: 43))
        await app.until(pageSize: 43)
    }
}
