#if OVERRIDES
package import ToggleBase
package import FeatureToggles

/// The toggles of the current overview, and the data derived from them.
package struct InspectedToggles: Sendable {
    package private(set) var model: ToggleOverview
    package private(set) var catalog: Catalog
    package private(set) var whatIf = WhatIf()
    /// What the app's scope adds to the client's own context, or `nil` if the app reads its toggles without a scope.
    package let scope: EvaluationContext?
    /// The client's own context with the scope on top, or `nil` without a scope.
    private var scopedContext: EvaluationContext?
    /// The keys of pinned toggles, including those declared only in other versions of the manifest.
    package var pins: Set<String> {
        didSet { countPins() }
    }
    /// The number of declared toggles that are pinned.
    package private(set) var pinnedCount = 0
    /// The indices of overridden toggles.
    package private(set) var overridden: [Int] = []
    /// The keys in the local defaults file that don't belong to a toggle.
    package private(set) var unknownOverrides: [String] = []
    /// The problems of unusable overrides in the local defaults file.
    package private(set) var unusableOverrides: [ToggleProblem] = []
    /// The current problems, one sentence each.
    package private(set) var problems: [String] = []
    /// The number of toggles with conflicts, if known.
    package private(set) var conflictCount: Int?
    /// The resolved content of the rows that have been shown.
    package var resolved: [Int: ResolvedToggle] = [:]
    private var allResolved: [ResolvedToggle]?
    /// The texts of the rows that have been shown.
    package var texts: [Int: RowTexts] = [:]

    /// Creates the toggles of an overview.
    ///
    /// - Parameters:
    ///   - model: The overview.
    ///   - pins: The keys of the pinned toggles.
    ///   - catalog: The catalog of the overview's declarations, if it was created already.
    ///   - scope: The context of the scope in which the app reads its toggles.
    package init(
        _ model: ToggleOverview,
        pins: Set<String>,
        catalog: Catalog? = nil,
        scope: EvaluationContext? = nil
    ) {
        self.model = model
        self.pins = pins
        self.scope = scope
        scopedContext = scope.map { model.context.overlaid(by: $0) }
        // The day may have changed since.
        let known = catalog.flatMap { catalog in
            catalog.today == model.today && catalog.staleness.count == model.toggles.count ? catalog : nil
        }
        self.catalog = known ?? Catalog(model.toggles, modules: model.modules.values, today: model.today)
        findOverridden()
        countPins()
        problems = findProblems()
    }

    package subscript(index: Int) -> ToggleDefinition { model.toggles[index] }

    /// Returns the index of the toggle with a key.
    package func index(of key: String?) -> Int? { model.toggles.firstIndex { $0.key == key } }

    /// Returns whether an override source has a value for the toggle with a key.
    package func isOverridden(_ key: String) -> Bool {
        model.overrides[key] != nil || model.processOverrides.contains(key)
    }

    // MARK: Changes

    /// Adopts a new model.
    ///
    /// - Returns: Whether the declarations changed, or the day, which determines staleness.
    package mutating func receive(_ newModel: ToggleOverview) -> Bool {
        let hasNewDeclarations = newModel.today != model.today || !Self.areSame(newModel.toggles, model.toggles)
        let hasNewOverrides =
            hasNewDeclarations || newModel.overrides != model.overrides
            || newModel.processOverrides != model.processOverrides
        model = newModel
        scopedContext = scope.map { model.context.overlaid(by: $0) }
        forgetResolved()
        if hasNewOverrides { findOverridden() }
        if hasNewDeclarations {
            catalog = Catalog(model.toggles, modules: model.modules.values, today: model.today)
            countPins()
        }
        whatIf.update(model, scoped: scopedContext)
        problems = findProblems()
        return hasNewDeclarations
    }

    private static func areSame(_ left: [ToggleDefinition], _ right: [ToggleDefinition]) -> Bool {
        let isSameMemory = left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress && left.count == $0.count }
        }
        return isSameMemory
            || left.elementsEqual(right) {
                $0.id == $1.id && $0.key == $1.key && $0.defaultValue == $1.defaultValue
                    && $0.remoteParameter == $1.remoteParameter && $0.details == $1.details
            }
    }

    /// Resolves values for another context, or for the app's own if it is `nil`.
    package mutating func setWhatIf(_ context: EvaluationContext?) {
        whatIf = WhatIf(context, model, scoped: scopedContext)
        forgetResolved()
    }

    private mutating func countPins() {
        pinnedCount = pins.isEmpty ? 0 : model.toggles.count { pins.contains($0.key) }
    }

    /// Finds the overridden toggles, without resolving them.
    private mutating func findOverridden() {
        overridden = []
        unknownOverrides = []
        unusableOverrides = []
        guard !model.overrides.isEmpty || !model.processOverrides.isEmpty else { return }
        var unknown = Set(model.overrides.keys)
        for index in model.toggles.indices {
            let key = model.toggles[index].key
            if unknown.remove(key) != nil || isOverridden(key) { overridden.append(index) }
        }
        unknownOverrides = unknown.sorted()
        unusableOverrides = overridden.compactMap { problem(with: model.toggles[$0]) }
    }

    /// Returns why a toggle's override in the local defaults file can't be used.
    private func problem(with toggle: ToggleDefinition) -> ToggleProblem? {
        guard let value = model.overrides[toggle.key] else { return nil }
        do throws(EvaluationError) {
            _ = try toggle.usable(value)
            return nil
        } catch {
            let origin = model.defaultsPath ?? "the local defaults file"
            return ToggleProblem(source: .localDefaults, origin: origin, message: error.message)
        }
    }

    // MARK: Values

    /// The context in which the app reads its toggles: the client's own, with the scope on top.
    package var ownContext: EvaluationContext { scopedContext ?? model.context }

    /// Returns every source's answer about a toggle in the what-if context, or else in the app's own.
    package func explanation(_ index: Int) -> Explanation {
        model.explanation(index, whatIf.context ?? scopedContext)
    }

    /// Returns the value that a toggle has in the app's own context.
    package func ownValue(_ index: Int) -> JSONValue { model.explanation(index, scopedContext).value }

    /// Returns the resolved content of a toggle's row.
    package func resolution(_ index: Int) -> ResolvedToggle {
        resolved[index] ?? allResolved?[index] ?? ResolvedToggle(explanation(index))
    }

    /// Resolves every toggle, once per model and context.
    package mutating func resolveAll() -> [ResolvedToggle] {
        if let allResolved { return allResolved }
        let all = model.toggles.indices.map { ResolvedToggle(explanation($0)) }
        allResolved = all
        return all
    }

    /// Returns the value that a toggle has without its override in the local defaults file.
    package func inheritedValue(_ index: Int) -> JSONValue {
        for step in explanation(index).steps where step.source != .localDefaults {
            if case .value(let value) = step.answer { return value }
        }
        return model.toggles[index].defaultValue
    }

    /// Resolves the toggles in rows on the screen, so that drawing doesn't have to.
    package mutating func resolve(_ rows: ArraySlice<ToggleRow>, hasDescription: Bool) {
        if resolved.count > Self.rowCacheLimit { resolved = [:] }
        // With many toggles, conflicts are counted only after all toggles have been resolved for another reason.
        if conflictCount == nil, allResolved != nil || model.toggles.count <= Self.conflictCountLimit {
            conflictCount = resolveAll().count { $0.isConflict }
        }
        if texts.count > Self.rowCacheLimit { texts = [:] }
        for case .toggle(let index) in rows {
            if allResolved == nil, resolved[index] == nil { resolved[index] = ResolvedToggle(explanation(index)) }
            let known = texts[index]
            guard known == nil || hasDescription && known?.description == nil else { continue }
            texts[index] = RowTexts(model.toggles[index], resolution(index), hasDescription: hasDescription)
        }
    }

    /// The maximum number of rows whose content is kept.
    private static var rowCacheLimit: Int { 1024 }

    /// The maximum number of toggles that are resolved just to count conflicts, which takes less than a millisecond.
    private static var conflictCountLimit: Int { 200 }

    private mutating func forgetResolved() {
        resolved = [:]
        allResolved = nil
        texts = [:]
        conflictCount = nil
    }

    /// Builds the filter's index, unless it exists.
    package mutating func prepareSearch() { catalog.prepareSearch(model.toggles) }
}
#endif
