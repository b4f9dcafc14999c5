/// The inputs to damage.
enum Samples {
    /// A manifest with every setting.
    static let manifest = """
        schema: 1
        namespace: ShopToggles
        toggles:
          new_checkout: { category: release, description: One page., owner: payments, created: 2026-11-01, expires: 2026-11-15 }
          reviews: { category: ops, description: Stars., owner: community, created: 2026-06-01, permanent: true }
          search_ranking:
            category: ops
            values: [classic, neural]
            default: classic
            description: Ranks.
            owner: search
            created: 2026-09-01
            expires: 2027-01-31
          order_store: { category: migration, description: Moves., owner: data, created: 2026-10-01, expires: 2027-06-01 }

        """ + settings

    static let settings = """
        lint:
          included: [Sources, "App/**"]
          excluded: ["**/Generated/**"]
          tests: ["**/*Specs/**"]
          debug_menus: ["**/DebugMenu/**"]
          scripts: ["Scripts/*.sh"]
          grace: 14
          rules:
            expired_toggle: error
            aged_toggle: { severity: warning, release: 30 }
            unused_toggle: { categories: { permission: note } }
          allow:
            - { rule: unused_toggle, toggle: new_checkout, reason: It comes with 2.4., until: 2027-01-31 }
          sources:
            - { kind: cases, type: FeatureFlag, file: Sources/App.swift, key: raw_value, reads: [isFeatureOn] }
            - { kind: static_properties, type: BuildFlags }
            - { kind: attributed_properties, type: UserPreference, key: snake_case }
            - { kind: string_keys, type: "isOn(key:)" }

        """

    static let source = """
        enum FeatureFlag: String { case one = "first", two }
        let x = toggles.isEnabled(.newCheckout) ? isFeatureOn(.two) : isOn(key: "reviews")

        """

    /// Code that uses toggles.
    static let code = [
        "if toggles.isEnabled(.newCheckout), !toggles.isEnabled(.reviews) || true { a() } else { b() }\n",
        "guard toggles.isEnabled(.newCheckout) == false, let x = y else { return }\n",
        "switch toggles.value(of: .searchRanking) { case .classic: a() default: b() }\n",
        "let key: ReleaseToggle = .newCheckout // toggles:ignore frozen_toggle - why\n",
        "/* toggles:ignore a, b - c */ let all = [ShopToggles.newCheckout, .reviews]\n",
        "static let isNew = { toggles.isEnabled(.newCheckout) }()\n",
        "func f(_ key: OpsToggle<Bool> = .reviews) { use(key) }\n",
        "#if RELEASE && toggles\n_ = toggles.isEnabled(.newCheckout)\n#else\n#endif\n",
        "process.arguments = [\"--enable-toggle\", \"new_checkout\", \"TOGGLE_REVIEWS=1\", \"--toggle\", \"reviews=on\"]\n",
        "let x = toggles.isEnabled(.reviews) ? toggles.isEnabled(.newCheckout) ? 1 : 2 : 3\n",
        "enum FeatureFlag: String { case one = \"first\", two; static let all: [Self] = [.one] }\n",
        "extension BuildFlags { static let shiny = true; static var dull: Bool { !BuildFlags.shiny } }\n",
        "@UserPreference(defaultValue: false) var roundedCorners: Bool\n_ = settings.roundedCorners\n",
        "if isOn(key: \"reviews\"), isOn(key: \"rev\\(x)\"), isFeatureOn(.two) { }\n",
        "let edit = LocalDefaultsEdit.set(\"search_ranking\", to: .string(\"neural\"))\n",
        "#Preview { View().toggles([.newCheckout: true]) }\n",
        "@Test(arguments: [true, false]) func t(_ v: Bool) { toggles.set(.newCheckout, to: v) }\n",
        "for await value in toggles.updates(of: .searchRanking) { x = value }\n",
    ]

    /// Pieces that break Swift code.
    static let pieces = [
        "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\\(", "/*", "*/", "//", "\n", "\r", "\r\n",
        "\0",
        "#if ", "#else\n", "#endif\n", "#elseif X\n", "&&", "||", "!", "? ", ": ", ", ", ";", "`", "$", "@", "#", "...",
        " = ", "->", "case ", "if ", "else ", "switch ", "let ", "func ", "try ", "await ", "in ", ".newCheckout",
        "newCheckout", "isEnabled(", "toggles:ignore ", "// toggles:ignore", " - ", "\u{FEFF}", "é", "🙂", "\u{200B}",
        "/// ", "BuildFlags.", "FeatureFlag.", "\\.", "/x/", "#/", "<#code#>", "<<<<<<< HEAD\n", "=======\n",
    ]

    /// Pieces that break YAML.
    static let yaml = [
        "{", "}", "[", "]", ":", ": ", "- ", "\n", "  ", "\t", "#", "\"", "'", "&a ", "*a", "!!int ", "<<: ", "|\n",
        ">\n",
        "? ", ",", "null", "~", "true", "-1", "0", "99999999999999999999", "1e999", "0x7fffffffffffffff", ".nan",
        "2026-02-30", "9999-12-31", "0000-00-00", "**/", "*", "?", "../", "/", "\0", "\u{FEFF}", "é", "🙂",
        "rules:", "allow:", "sources:", "kind: ", "cases", "string_keys", "type: ", "reads: ", "grace: ", "until: ",
        "severity: ", "off", "categories: ", "release: ", "isOn(", "(", ")", "@", "---\n", "...\n", "%YAML 9\n",
    ]
}
