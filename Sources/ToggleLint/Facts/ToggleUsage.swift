/// The uses of one toggle, sorted by what they prove.
struct ToggleUsage {
    /// Where code that ships certainly has it: what keeps it alive.
    var reads: [ToggleUse] = []
    /// Where code that ships may have it, and may as well mean something else.
    var possible: [ToggleUse] = []
    /// Where tests certainly have it.
    var tests: [ToggleUse] = []
    /// Its own declaration, previews and debug menus.
    var debug: [ToggleUse] = []
    /// Where scripts name it.
    var scripts: [ToggleUse] = []

    mutating func add(_ use: ToggleUse) {
        switch (use.place, use.certainty) {
        case (.production, .certain): reads.append(use)
        case (.production, .possible): possible.append(use)
        case (.test, .certain): tests.append(use)
        case (.preview, .certain), (.debugMenu, .certain), (.declaration, .certain): debug.append(use)
        case (.script, _): scripts.append(use)
        case (_, .possible): break
        }
    }
}

/// The uses of all toggles by key.
struct UsageIndex {
    private var usages: [String: ToggleUsage] = [:]
    /// Where code that ships puts a key together at run time, which may be any.
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
