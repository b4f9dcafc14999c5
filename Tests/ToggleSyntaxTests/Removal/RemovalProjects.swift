import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// A project in memory from which a toggle is removed.
struct RemovalProjectCase {
    static let manifest = """
        schema: 1
        namespace: ShopToggles
        toggles:
          new_cart: { category: release, description: Cart., owner: a, created: 2026-11-01, expires: 2026-12-15 }
          new_cart_page: { category: release, description: Page., owner: a, created: 2026-11-01, expires: 2026-12-15 }
          menu: { category: release, description: Menu., owner: a, created: 2026-11-01, expires: 2026-12-15 }
          reviews: { category: ops, description: Stars., owner: a, created: 2026-06-01, permanent: true }
          button:
            category: experiment
            values: [control, treatment]
            default: control
            description: Sells.
            owner: a
            created: 2026-11-01
            expires: 2026-12-31

        """

    static let cases = LintConfiguration.DeclarationSource(kind: .cases, type: "FeatureFlag", reads: ["isOn"])
    static let attributed = LintConfiguration.DeclarationSource(
        kind: .attributedProperties,
        type: "UserPreference",
        key: .name
    )

    var files: [String: String]
    var sources: [LintConfiguration.DeclarationSource] = []

    /// Returns the plan that removes a toggle.
    func plan(_ key: String = "new_cart", keeping value: KnownValue, isDeep: Bool = false) throws -> RemovalPlan {
        var configuration = LintConfiguration()
        configuration.sources = sources
        let manifest = try #require(Manifest.parse(Self.manifest, path: "toggles.yaml").manifest)
        var options = ToggleRemover.Options()
        options.isDeep = isDeep
        return ToggleRemover(manifest: manifest, configuration: configuration)
            .plan(
                removing: key,
                keeping: value,
                options: options,
                files: files.map { ($0.key, Array($0.value.utf8)) }
            )
    }

    /// Returns the changed files and the remarks: `blocks File.swift:3 reason`.
    func removing(
        _ key: String = "new_cart",
        keeping value: KnownValue,
        isDeep: Bool = false
    ) throws -> (files: [String: String], remarks: [String], verdict: RemovalPlan.Verdict) {
        let plan = try plan(key, keeping: value, isDeep: isDeep)
        let changed = plan.files.map { ($0.path, $0.new.map { String(decoding: $0, as: UTF8.self) } ?? "gone") }
        let remarks = plan.remarks.map { "\($0.kind) \($0.path):\($0.range.start.line) \($0.reason)" }
        return (Dictionary(changed) { first, _ in first }, remarks, plan.verdict)
    }
}
