import Foundation
import TestSupport
import Testing

struct GenerateKotlinTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
    }

    private static let manifest = #"""
        schema: 1
        namespace: AppToggles
        toggles:
          search_ranking:
            category: ops
            values: [classic, neural]
            default: neural
            remote: search_ranking_2
            description: Which ranking the search uses.
            owner: search
          page_size: { category: ops, type: int, default: 20, description: Results per page., owner: a }
          discount: { category: ops, type: double, default: 2, description: A fraction., owner: a }
          banner: { category: ops, type: string, default: "50 $OFF \"ü\"", description: The banner., owner: a }
          object: { category: permission, description: A keyword of Kotlin., owner: a, permanent: true }
          limits: { category: ops, type: json, default: { names: [a], most: 3 }, description: Limits., owner: a }
          book_store: { category: migration, description: SQLite to files., owner: data }

        """#

    /// Names that clash with others in Kotlin, if nothing prevents it.
    private static let oddManifest = #"""
        schema: 1
        namespace: OddToggles
        toggles:
          client: { category: ops, values: [a, b], default: a, description: "A /* comment", owner: a }
          companion: { category: ops, values: [a.b, größe, 日本, class], default: a.b, description: C., owner: a }
          x: { category: ops, values: [a, b], default: b, description: C., owner: a }
          url: { category: ops, values: [a, b], default: a, swift: uRL, description: C., owner: a }
          value: { category: ops, values: [name, entries, values], default: name, description: C., owner: a }
          class: { category: ops, description: C., owner: a }
          to: { category: ops, description: C., owner: a }
          map_of: { category: ops, type: int, default: -2147483648, description: C., owner: a }
          is_on: { category: ops, type: double, default: 1.0e+30, description: C., owner: a }
          on: { category: ops, type: json, default: { "a$b": [1, { x: [] }], "": true }, description: C., owner: a }

        """#

    @Test func fileIsWrittenAndChecked() throws {
        try shop.write(Self.manifest, to: "toggles.yaml")
        let options = ["generate", "--language", "kotlin", "--package", "com.example", "--output", "Toggles.kt"]
        func run(_ more: String...) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(options + more, environment: shop.environment, in: shop.path)
        }
        #expect(try run("--check").status == 1)
        #expect(try run().output == "Wrote Toggles.kt\n")
        #expect(try run().output == "Toggles.kt is up to date\n")
        #expect(try run("--check").status == 0)
        try shop.write(Self.manifest.replacingOccurrences(of: "default: 20", with: "default: 21"), to: "toggles.yaml")
        let outdated =
            "Toggles.kt is out of date; run `toggles generate --language kotlin --package com.example --output Toggles.kt`\n"
        #expect(try run("--check") == BuiltCommand.Result(output: outdated, status: 1))
    }

    @Test(arguments: [
        ["--package", "com.example"], ["--language", "kotlin", "--package", "com example"], ["--language", "java"],
    ])
    func invalidOptionsAreUsageErrors(options: [String]) throws {
        try shop.write(Self.manifest, to: "toggles.yaml")
        let result = try BuiltCommand("toggles").run(
            ["generate"] + options,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.output == "")
    }

    /// Compiles the file with a stand-in for OpenFeature's SDK, and runs it.
    @Test(
        .enabled(
            if: BuiltCommand(installed: "kotlinc") != nil && BuiltCommand(installed: "java") != nil,
            "kotlinc or java is not installed"
        )
    )
    func fileCompilesAndReads() throws {
        try shop.write(Self.manifest, to: "toggles.yaml")
        #expect(
            try shop.run("generate", "--language", "kotlin", "--package", "com.example", "--output", "Toggles.kt")
                .status == 0
        )
        try shop.createFolder("odd")
        try shop.write(Self.oddManifest, to: "odd/toggles.yaml")
        #expect(
            try shop.run(
                "generate",
                "--language",
                "kotlin",
                "--package",
                "com._.in",
                "--manifest",
                "odd/toggles.yaml",
                "--output",
                "Odd.kt"
            )
            .status == 0
        )
        try shop.write(Self.sdk, to: "SDK.kt")
        try shop.write(Self.main, to: "Main.kt")
        let kotlinc = try #require(BuiltCommand(installed: "kotlinc"))
        let environment = ["PATH": "/usr/bin:/bin", "HOME": shop.path]
        let compiled = try kotlinc.run(
            ["SDK.kt", "Toggles.kt", "Odd.kt", "Main.kt", "-include-runtime", "-d", "app.jar"],
            environment: environment,
            in: shop.path
        )
        try #require(compiled.status == 0, "\(compiled)")
        let java = try #require(BuiltCommand(installed: "java"))
        let result = try java.run(
            ["-Dfile.encoding=UTF-8", "-jar", "app.jar"],
            environment: environment,
            in: shop.path
        )
        #expect(
            result.output == """
                NEURAL CLASSIC NEURAL
                A b A_B false
                20 2.0 50 $OFF "ü" false OFF
                Structure(structure={names=List(list=[String(string=a)]), most=Integer(integer=3)})

                """
        )
    }

    private static let sdk = """
        package dev.openfeature.kotlin.sdk

        sealed class Value {
            data class String(val string: kotlin.String) : Value()
            data class Boolean(val boolean: kotlin.Boolean) : Value()
            data class Integer(val integer: Int) : Value()
            data class Double(val double: kotlin.Double) : Value()
            data class Structure(val structure: Map<kotlin.String, Value>) : Value()
            data class List(val list: kotlin.collections.List<Value>) : Value()
            object Null : Value()
        }

        interface Client {
            fun getBooleanValue(key: String, defaultValue: Boolean): Boolean
            fun getStringValue(key: String, defaultValue: String): String
            fun getIntegerValue(key: String, defaultValue: Int): Int
            fun getDoubleValue(key: String, defaultValue: Double): Double
            fun getObjectValue(key: String, defaultValue: Value): Value
        }

        """

    private static let main = """
        import com.example.*
        import dev.openfeature.kotlin.sdk.*

        class Fixed(val values: Map<String, String>) : Client {
            override fun getBooleanValue(key: String, defaultValue: Boolean) = defaultValue
            override fun getStringValue(key: String, defaultValue: String) = values[key] ?: defaultValue
            override fun getIntegerValue(key: String, defaultValue: Int) = defaultValue
            override fun getDoubleValue(key: String, defaultValue: Double) = defaultValue
            override fun getObjectValue(key: String, defaultValue: Value) = defaultValue
        }

        fun main() {
            val toggles = AppToggles(Fixed(mapOf()))
            val classic = AppToggles(Fixed(mapOf("search_ranking_2" to "classic")))
            val unknown = AppToggles(Fixed(mapOf(AppToggles.SEARCH_RANKING to "other")))
            println("${toggles.searchRanking} ${classic.searchRanking} ${unknown.searchRanking}")
            val odd = com.`_`.`in`.OddToggles(Fixed(mapOf()))
            println("${odd.client} ${odd.x.variant} ${odd.companion} ${odd.`class`}")
            println("${toggles.pageSize} ${toggles.discount} ${toggles.banner} ${toggles.`object`} ${toggles.bookStore}")
            println(toggles.limits)
        }

        """
}
