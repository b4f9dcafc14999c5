import Testing
import ToggleBase

@testable import ToggleManifest

struct KotlinSourceTests {
    static let manifest = #"""
        schema: 1
        namespace: AppToggles
        toggles:
          new_checkout: { category: release, description: Unfinished., owner: a }
          search_ranking:
            category: ops
            values: [classic, neural]
            default: neural
            remote: search_ranking_2
            description: Which ranking the search uses. */
            owner: search
          page_size: { category: ops, type: int, default: 20, description: Results per page., owner: a }
          discount: { category: ops, type: double, default: 0.5, description: A fraction., owner: a }
          banner: { category: ops, type: string, default: "50 $OFF \"ü\"", description: The banner., owner: a }
          object: { category: permission, description: A keyword of Kotlin., owner: a, permanent: true }
          limits:
            category: ops
            type: json
            default: { names: [a, b], most: 3, share: 1.5, on: true }
            description: Limits.
            owner: a
          button: { category: experiment, values: [control, on-sale, 2for1], default: control, description: B., owner: a }
          book_store: { category: migration, description: SQLite to files., owner: data }

        """#

    private func source(_ text: String, package: String? = nil) throws -> String {
        let result = Manifest.parse(Array(text.utf8), path: "toggles.yaml")
        return try KotlinSource(try #require(result.manifest, "\(result.diagnostics)"), package: package).text
    }

    @Test func fileHasEnumsReadsAndKeys() throws {
        let text = try source(Self.manifest, package: "com.example.in")
        #expect(
            text.hasPrefix(
                """
                // Generated from toggles.yaml by `toggles generate --language kotlin`. Don't edit it.

                package com.example.`in`

                import dev.openfeature.kotlin.sdk.Client
                import dev.openfeature.kotlin.sdk.Value

                /** Which ranking the search uses. *\\/ */
                enum class SearchRanking(val variant: String) {
                    CLASSIC("classic"),
                    NEURAL("neural");

                    companion object {
                        /** The value if the document has none. */
                        val default = NEURAL

                        /** Returns the value with a name, or the default. */
                        fun of(variant: String): SearchRanking = values().firstOrNull { it.variant == variant } ?: default
                    }
                }

                """
            ),
            "\(text)"
        )
        for line in [
            "class AppToggles(private val client: Client) {", "    val searchRanking: SearchRanking",
            "        get() = SearchRanking.of(client.getStringValue(SEARCH_RANKING, SearchRanking.default.variant))",
            "        get() = client.getIntegerValue(PAGE_SIZE, 20)",
            "        get() = client.getDoubleValue(DISCOUNT, 0.5)",
            #"        get() = client.getStringValue(BANNER, "50 \$OFF \"\u00fc\"")"#, "    val `object`: Boolean",
            "        get() = client.getBooleanValue(OBJECT, false)",
            #"        const val SEARCH_RANKING = "search_ranking_2""#,
            #"    ON_SALE("on-sale"),"#, #"    _2FOR1("2for1");"#, #"    DUALWRITE("dualwrite"),"#,
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
        #expect(!text.contains("newCheckout"))
        #expect(Self.isBalanced(text))
    }

    /// Returns whether brackets outside of literals and comments are balanced, and no literal spans lines.
    private static func isBalanced(_ text: String) -> Bool {
        var open: [Character] = []
        for line in text.split(separator: "\n") {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("//") { continue }
            if trimmed.hasPrefix("/*") {
                guard trimmed.hasSuffix("*/"), !trimmed.dropLast(2).contains("*/") else { return false }
                continue
            }
            var isInLiteral = false
            var isEscaped = false
            for character in line {
                if isEscaped {
                    isEscaped = false
                } else if isInLiteral {
                    if character == "\\" { isEscaped = true } else if character == "\"" { isInLiteral = false }
                } else {
                    switch character {
                    case "\"": isInLiteral = true
                    case "(", "{", "<": open.append(character)
                    case ")", "}", ">":
                        guard let last = open.popLast(), "\(last)\(character)".count == 2,
                            ["()", "{}", "<>"].contains("\(last)\(character)")
                        else { return false }
                    default: break
                    }
                }
            }
            if isInLiteral { return false }
        }
        return open.isEmpty
    }

    /// Names that don't clash in Swift, where enums are in the namespace, and constants have other names.
    @Test func namesDoNotClash() throws {
        let text = try source(
            #"""
            schema: 1
            namespace: AppToggles
            toggles:
              client: { category: ops, values: [a, b], default: a, description: C., owner: a }
              companion: { category: ops, values: [a.b, gr_e, größe, 日本, "1a"], default: a.b, description: C., owner: a }
              x: { category: ops, values: [a, b], default: a, description: C., owner: a }
              url: { category: ops, values: [a, b], default: a, swift: uRL, description: C., owner: a }
              value: { category: ops, values: [name, entries], default: name, description: C., owner: a }
              value_values: { category: ops, values: [a, b], default: a, description: C., owner: a }

            """#,
            package: "com._.in"
        )
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in [
            "package com.`_`.`in`", "class AppToggles(private val client_: Client) {", "val client: ClientValues",
            "get() = ClientValues.of(client_.getStringValue(CLIENT, ClientValues.default.variant))",
            "enum class CompanionValues(val variant: String) {", "enum class XValues(val variant: String) {",
            "enum class URLValues(val variant: String) {", "enum class ValueValues(val variant: String) {",
            "enum class ValueValuesValues(val variant: String) {", #"A_B("a.b"),"#, #"GR_E("gr_e"),"#,
            #"GRÖSSE("gr\u00f6\u00dfe"),"#, #"日本("\u65e5\u672c"),"#, #"_1A("1a");"#,
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test func largeIntegersAreRefused() throws {
        for fields in ["type: int, default: 3000000000", "type: json, default: { a: [3000000000] }"] {
            let text =
                "schema: 1\nnamespace: App\ntoggles:\n  big: { category: ops, \(fields), description: B., owner: a }\n"
            let error = #expect(throws: KotlinSourceError.self) { try source(text) }
            #expect(error?.description.contains("32 bits of a Kotlin Int") == true)
            #expect(error?.location.start.line == 4)
        }
    }

    @Test(arguments: [
        ("com.example", true), ("a", true), ("com.example_2.x", true), ("", false), ("com..x", false),
        ("com.2x", false),
        ("com.example;", false), ("com example", false), ("com.example.", false),
    ])
    func packagesAreChecked(name: String, isValid: Bool) {
        #expect(KotlinSource.isPackage(name) == isValid)
    }
}
