#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Resolves the toggles on the screen, so that drawing doesn't have to.
    mutating func resolveVisible() {
        if resolved.count > Self.mostKept { resolved = [:] }
        // In a large manifest, conflicts are counted only after all toggles have been resolved for another reason.
        if conflictCount == nil, allResolved != nil || model.toggles.count <= Self.mostCounted {
            conflictCount = resolveAll().count { $0.isConflict }
        }
        let layout = layout
        let end = min(rows.count, top + layout.list.count)
        guard top < end else { return }
        let hasDescription = !columns(layout).description.isEmpty
        if texts.count > Self.mostKept { texts = [:] }
        for row in rows[top..<end] {
            guard case .toggle(let index) = row else { continue }
            if allResolved == nil, resolved[index] == nil {
                resolved[index] = ResolvedToggle(model.explanation(index, whatIf))
            }
            let known = texts[index]
            guard known == nil || hasDescription && known?.description == nil else { continue }
            texts[index] = RowTexts(model.toggles[index], resolution(index), hasDescription: hasDescription)
        }
    }

    /// The maximum number of rows whose content is kept.
    private static var mostKept: Int { 1024 }

    /// The maximum number of toggles that are resolved just to count conflicts, which takes less than a millisecond.
    private static var mostCounted: Int { 200 }

    /// Resolves every toggle, once per model and context.
    mutating func resolveAll() -> [ResolvedToggle] {
        if let allResolved { return allResolved.all }
        let all = ResolvedToggles(model, context: whatIf)
        allResolved = all
        return all.all
    }

    mutating func forgetResolved() {
        resolved = [:]
        allResolved = nil
        texts = [:]
        conflictCount = nil
        canNarrow = false
    }

    /// Returns the candidates that match a term.
    mutating func filter(_ candidates: [Int], by term: FilterTerm) -> [Int] {
        let wanted = !term.isNegated
        let toggles = model.toggles
        switch term.condition {
        case .category(let categories):
            return candidates.filter { categories.contains(toggles[$0].category) == wanted }
        case .type(let names):
            return candidates.filter { names.contains(toggles[$0].type.name) == wanted }
        case .owner(let text):
            return candidates.filter {
                FilterTerm.finds(text, in: toggles[$0].details?.owner ?? "") == wanted
            }
        case .key(let text):
            return candidates.filter { FilterTerm.finds(text, in: toggles[$0].key) == wanted }
        case .source(let sources):
            let all = resolveAll()
            return candidates.filter { sources.contains(all[$0].source) == wanted }
        case .state(let traits):
            let all = traits.isDisjoint(with: [.conflict, .on, .off]) ? [] : resolveAll()
            return candidates.filter { index in traits.contains { has($0, index, all) } == wanted }
        }
    }

    private func has(_ trait: ToggleTrait, _ index: Int, _ all: [ResolvedToggle]) -> Bool {
        let toggle = model.toggles[index]
        switch trait {
        case .overridden: return isOverridden(toggle)
        case .stale: return !catalogue.staleness[index].isEmpty
        case .expired: return catalogue.staleness[index].contains(.expired)
        case .expiring: return catalogue.staleness[index].contains(.expiring)
        case .unowned: return catalogue.staleness[index].contains(.unowned)
        case .permanent: return toggle.details?.isPermanent ?? false
        case .pinned: return memory.pins.contains(toggle.key)
        case .marked: return marks.contains(toggle.id)
        case .conflict: return all[index].isConflict
        case .changed: return changedByWhatIf.contains(toggle.id)
        case .on: return all[index].isOn
        case .off: return all[index].isOff
        }
    }

    /// Whether changed values alone, without changed declarations, can change the list.
    var dependsOnValues: Bool {
        switch view {
        case .all, .stale, .pinned: break
        case .overridden, .conflicts: return true
        }
        if sort == .source { return true }
        return query.terms.contains { term in
            switch term.condition {
            case .source, .state: true
            case .category, .type, .owner, .key: false
            }
        }
    }
}
#endif
