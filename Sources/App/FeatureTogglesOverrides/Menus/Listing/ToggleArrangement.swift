#if OVERRIDES
package import ToggleBase
import FeatureToggles

/// Which toggles a menu lists, and in which order.
package struct ToggleArrangement: Sendable {
    /// The indices of all toggles in the selected order.
    package private(set) var order: [Int]
    package private(set) var sort = ToggleOrder.category
    package var view = ListView.all
    package private(set) var query = FilterQuery.empty
    package var collapsed: Set<ToggleCategory> = []
    /// The identifiers of the toggles that the user marked.
    package var marks: Set<UInt64> = []
    /// The filter's results in the order of ``order``, which are filtered further when letters are added.
    private var found: [Int] = []
    /// Whether ``found`` is still valid for the overview and the view.
    package var canNarrow = false

    /// Creates an arrangement of all toggles by category.
    package init(_ toggles: InspectedToggles) {
        order = Array(toggles.model.toggles.indices)
    }

    /// Whether changed values alone, without changed declarations, can change the list.
    package var dependsOnValues: Bool {
        switch view {
        case .all, .stale, .pinned: break
        case .overridden, .conflicts: return true
        }
        return sort == .source || !query.words.isEmpty
            || query.terms.contains { term in
                switch term.condition {
                case .source, .state: true
                case .category, .type, .owner, .module, .key: false
                }
            }
    }

    // MARK: Changes

    /// Changes the filter.
    ///
    /// - Parameter text: The filter as typed.
    /// - Returns: The toggles that can match, if the filter only adds letters to the previous one; otherwise `nil`.
    package mutating func filter(_ text: String) -> [Int]? {
        let newQuery = FilterQuery(text)
        let isNarrower = canNarrow && !query.isEmpty && newQuery.narrows(query)
        query = newQuery
        return isNarrower ? found : nil
    }

    /// Changes the order.
    package mutating func sort(by newOrder: ToggleOrder, _ toggles: inout InspectedToggles) {
        sort = newOrder
        rebuildOrder(&toggles)
    }

    /// Adapts the order to changed toggles.
    package mutating func update(_ toggles: inout InspectedToggles, hasNewDeclarations: Bool) {
        canNarrow = false
        if hasNewDeclarations || sort == .source { rebuildOrder(&toggles) }
    }

    // MARK: Rows

    /// Returns the rows for results of the filter: by rank, in order, or in groups.
    package func rows(ranked: [Int], inOrder: [Int], _ toggles: InspectedToggles) -> [ToggleRow] {
        if query.isRanked { return ranked.map { .toggle($0) } }
        return sort == .category ? grouped(inOrder, toggles) : inOrder.map { .toggle($0) }
    }

    /// Returns the candidates that match the filter, by rank and in order.
    ///
    /// - Parameters:
    ///   - candidates: The toggles to filter, in order; `nil` for those of the view.
    ///   - toggles: The toggles.
    /// - Returns: The indices of the toggles, by rank and in order.
    package mutating func matches(
        among candidates: [Int]?,
        _ toggles: inout InspectedToggles
    ) -> (ranked: [Int], inOrder: [Int]) {
        let results = results(among: candidates ?? viewed(&toggles), &toggles)
        found = results.inOrder
        canNarrow = true
        return results
    }

    private func results(
        among candidates: [Int],
        _ toggles: inout InspectedToggles
    ) -> (ranked: [Int], inOrder: [Int]) {
        var left = candidates
        for term in query.terms { left = filter(left, by: term, &toggles) }
        guard !query.words.isEmpty else { return (left, left) }
        toggles.prepareSearch()
        let all = toggles.resolveAll()
        return toggles.catalog.search?.matches(query.words, among: left) { $0.isIn(all[$1].value) } ?? (left, left)
    }

    /// Returns the toggles of the view, in order.
    private func viewed(_ toggles: inout InspectedToggles) -> [Int] {
        switch view {
        case .all: return order
        case .overridden:
            let overridden = Set(toggles.overridden)
            return order.filter { overridden.contains($0) }
        case .stale: return order.filter { !toggles.catalog.staleness[$0].isEmpty }
        case .pinned: return order.filter { toggles.pins.contains(toggles[$0].key) }
        case .conflicts:
            let all = toggles.resolveAll()
            return order.filter { all[$0].isConflict }
        }
    }

    private func grouped(_ indices: [Int], _ toggles: InspectedToggles) -> [ToggleRow] {
        var groups = toggles.catalog.members
        if indices.count != toggles.model.toggles.count {
            groups = groups.map { _ in [] }
            for index in indices { groups[toggles.model.toggles[index].category.position].append(index) }
        }
        var rows: [ToggleRow] = []
        rows.reserveCapacity(indices.count + groups.count)
        for category in ToggleCategory.allCases {
            let group = groups[category.position]
            guard !group.isEmpty else { continue }
            rows.append(.group(category, count: Int32(clamping: group.count)))
            if collapsed.contains(category), query.isEmpty { continue }
            for index in group { rows.append(.toggle(index)) }
        }
        return rows
    }

    private mutating func rebuildOrder(_ toggles: inout InspectedToggles) {
        let all = toggles.model.toggles
        func sorted(by value: (Int) -> some Comparable) -> [Int] {
            let values = all.indices.map(value)
            return all.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        }
        switch sort {
        case .category: order = Array(all.indices)
        case .key: order = sorted { all[$0].key }
        case .source:
            let resolved = toggles.resolveAll()
            let sources = ToggleSource.allCases
            order = sorted { sources.firstIndex(of: resolved[$0].source) ?? sources.count }
        case .owner: order = sorted { all[$0].details?.owner ?? "" }
        // Toggles without a date come last.
        case .expiry: order = sorted { all[$0].details?.expires?.daysSince1970 ?? .max }
        case .created: order = sorted { all[$0].details?.created?.daysSince1970 ?? .max }
        }
    }

    // MARK: Terms

    /// Returns the candidates that match a term.
    private func filter(_ candidates: [Int], by term: FilterTerm, _ toggles: inout InspectedToggles) -> [Int] {
        let wanted = !term.isNegated
        let definitions = toggles.model.toggles
        switch term.condition {
        case .category(let categories):
            return candidates.filter { categories.contains(definitions[$0].category) == wanted }
        case .type(let names):
            return candidates.filter { names.contains(definitions[$0].type.name) == wanted }
        case .owner(let text):
            return candidates.filter { FilterTerm.finds(text, in: definitions[$0].details?.owner ?? "") == wanted }
        case .module(let text):
            let modules = toggles.model.modules
            return candidates.filter { FilterTerm.finds(text, in: modules[definitions[$0].id] ?? "") == wanted }
        case .key(let text):
            return candidates.filter { FilterTerm.finds(text, in: definitions[$0].key) == wanted }
        case .source(let sources):
            let all = toggles.resolveAll()
            return candidates.filter { sources.contains(all[$0].source) == wanted }
        case .state(let traits):
            let all = traits.isDisjoint(with: [.conflict, .on, .off]) ? [] : toggles.resolveAll()
            return candidates.filter { index in traits.contains { has($0, index, toggles, all) } == wanted }
        }
    }

    private func has(_ trait: ToggleTrait, _ index: Int, _ toggles: InspectedToggles, _ all: [ResolvedToggle]) -> Bool {
        let toggle = toggles[index]
        let staleness = toggles.catalog.staleness[index]
        return switch trait {
        case .overridden: toggles.isOverridden(toggle.key)
        case .stale: !staleness.isEmpty
        case .expired: staleness.contains(.expired)
        case .expiring: staleness.contains(.expiring)
        case .unowned: staleness.contains(.unowned)
        case .permanent: toggle.details?.isPermanent ?? false
        case .pinned: toggles.pins.contains(toggle.key)
        case .marked: marks.contains(toggle.id)
        case .conflict: all[index].isConflict
        case .changed: toggles.whatIf.changed.contains(toggle.id)
        case .on: all[index].isOn
        case .off: all[index].isOff
        }
    }
}
#endif
