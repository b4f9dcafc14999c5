import ToggleLint
import ToggleManifest
import ToggleSyntax

/// A manifest with a toggle of each category.
let shopManifest = """
    schema: 1
    namespace: ShopToggles
    toggles:
      new_checkout: { category: release, description: One page., owner: payments, created: 2026-11-01, expires: 2026-12-15 }
      gift_wrapping: { category: release, description: Wraps., owner: payments, created: 2026-11-01, expires: 2026-12-15 }
      search_ranking:
        category: ops
        values: [classic, neural]
        default: classic
        description: Ranks.
        owner: search
        created: 2026-09-01
        expires: 2027-01-31
      reviews: { category: ops, description: Stars., owner: community, created: 2026-06-01, permanent: true }
      admin_tools: { category: permission, description: Tools., owner: platform, created: 2025-01-10, permanent: true }
      checkout_button:
        category: experiment
        values: [control, treatment]
        default: control
        description: Sells.
        owner: growth
        created: 2026-11-01
        expires: 2026-12-31
      order_store: { category: migration, description: Moves., owner: data, created: 2026-10-01, expires: 2027-06-01 }

    """

/// Returns the facts of sources about the toggles of the shop.
func scan(
    _ source: String,
    path: String = "Sources/App.swift",
    manifest: String = shopManifest,
    configuration: LintConfiguration = LintConfiguration()
) -> SourceFacts {
    scan([path: source], manifest: manifest, configuration: configuration)
}

/// Returns the facts of sources about the toggles of the shop.
func scan(
    _ sources: [String: String],
    manifest: String = shopManifest,
    configuration: LintConfiguration = LintConfiguration()
) -> SourceFacts {
    guard let manifest = Manifest.parse(manifest, path: "toggles.yaml").manifest else { return SourceFacts() }
    return SourceScanner(manifest: manifest, configuration: configuration)
        .facts(of: sources.map { ($0.key, Array($0.value.utf8)) })
}

/// Returns the facts of one file's bytes about the toggles of the shop.
func scan(bytes: [UInt8]) -> SourceFacts {
    guard let manifest = Manifest.parse(shopManifest, path: "toggles.yaml").manifest else { return SourceFacts() }
    return SourceScanner(manifest: manifest, configuration: LintConfiguration()).facts(of: [("App.swift", bytes)])
}

extension ToggleUse {
    /// The use in a few words: `new_checkout certain production isEnabled in start()`.
    var summary: String {
        var words: [String] = []
        switch target {
        case .toggle(let key): words.append(key)
        case .undeclared(let key): words.append("?" + key)
        case .computed: words.append("computed")
        }
        if certainty == .possible { words.append("possibly") }
        if place != .production { words.append(place.rawValue) }
        if form != .member { words.append(form.rawValue) }
        if let call { words.append(call) }
        if let freeze { words.append("frozen:" + freeze.rawValue) }
        return words.joined(separator: " ")
    }
}

extension ToggleCondition {
    /// The condition in a few words: `not on:a() off:b() in new_checkout`.
    var summary: String {
        var words: [String] = []
        if isNegated { words.append("not") }
        if let constant { words.append("always:\(constant)") }
        if hasSameBranches { words.append("same") }
        if isPartial { words.append("partial") }
        if let whenOn { words.append("on:" + whenOn.text) }
        if let whenOff { words.append("off:" + whenOff.text) }
        if !enclosing.isEmpty { words.append("in " + enclosing.joined(separator: ",")) }
        if meetsReleaseCondition { words.append("RELEASE") }
        return words.joined(separator: " ")
    }
}
