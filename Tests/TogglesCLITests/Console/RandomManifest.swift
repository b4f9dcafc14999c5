import TestSupport

/// A random manifest with toggles of all kinds.
struct RandomManifest {
    /// The kinds of toggles.
    private static let kinds = [
        "category: release", "category: permission\n    permanent: true", "category: migration",
        "category: ops", "category: ops\n    type: int\n    default: -20",
        "category: ops\n    type: double\n    default: 0.5",
        "category: ops\n    type: string\n    default: \"日本語 é 🎉\"",
        "category: ops\n    type: json\n    default: { days: 3, countries: [DE, AT] }",
        "category: ops\n    values: [classic, neural, hybrid]\n    default: neural",
        "category: experiment\n    values: [control, treatment]\n    default: control",
    ]

    private static let words = ["new", "search", "page", "banner", "checkout", "é機能", "x", "a_long_word_in_a_key"]

    /// The text.
    let text: String

    /// Creates a manifest with up to 80 toggles.
    init(_ random: inout SeededRandom) {
        var text = "schema: 1\nnamespace: RandomToggles\napplication: random\ntoggles:\n"
        for number in 0..<Int.random(in: 1...80, using: &random) {
            let kind = Self.kinds.randomElement(using: &random) ?? Self.kinds[0]
            let words = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
                Self.words.randomElement(using: &random)
            }
            text += """
                  toggle_\(number):
                    \(kind)
                    description: "A \(words.joined(separator: " "))."
                    owner: \(["search", "growth", "payments"].randomElement(using: &random) ?? "search")
                    created: 2025-\(Int.random(in: 10...12, using: &random))-01

                """
            if !kind.contains("permanent") {
                text +=
                    "    expires: 20\(Int.random(in: 26...29, using: &random))-0\(Int.random(in: 1...9, using: &random))-15\n"
            }
        }
        self.text = text
    }
}
