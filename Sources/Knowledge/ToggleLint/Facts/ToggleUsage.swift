/// The uses of one toggle, grouped by kind.
struct ToggleUsage {
    /// The certain uses in production code, which keep the toggle alive.
    var reads: [ToggleUse] = []
    /// The uses in production code that may refer to something else.
    var possible: [ToggleUse] = []
    /// The certain uses in tests.
    var tests: [ToggleUse] = []
    /// The certain uses in previews and debug menus.
    var debug: [ToggleUse] = []
    /// The places that name the toggle without reading it: its own type, tables, and code that changes its value.
    var mentions: [ToggleUse] = []
    /// The uses outside of production code that may refer to something else.
    var possibleMentions: [ToggleUse] = []
    /// The uses in scripts.
    var scripts: [ToggleUse] = []

    /// The places other than reads that must change before the toggle can be removed.
    var places: [ToggleUse] { tests + debug + mentions }

    mutating func add(_ use: ToggleUse) {
        switch (use.place, use.certainty) {
        case (.production, .certain): reads.append(use)
        case (.production, .possible): possible.append(use)
        case (.test, .certain): tests.append(use)
        case (.preview, .certain), (.debugMenu, .certain): debug.append(use)
        case (.declaration, .certain): mentions.append(use)
        case (.script, _): scripts.append(use)
        case (_, .possible): possibleMentions.append(use)
        }
    }
}

/// The uses of all toggles by key.
struct UsageIndex {
    private var usages: [String: ToggleUsage] = [:]
    /// The places where production code builds a key at run time, which may be any key.
    private(set) var computed: [ToggleUse] = []

    init(_ facts: SourceFacts) {
        for use in facts.uses {
            switch use.target {
            case .toggle(let key): usages[key, default: ToggleUsage()].add(use)
            case .computed: if use.place == .production { computed.append(use) }
            case .undeclared: break
            }
        }
    }

    subscript(key: String) -> ToggleUsage { usages[key] ?? ToggleUsage() }
}
