#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Handles a new model; the cursor stays on its toggle.
    mutating func receive(_ newModel: ConsoleModel) {
        guard newModel.revision >= model.revision else { return }
        let isDeclaredAnew = newModel.today != model.today || !Self.areSame(newModel.toggles, model.toggles)
        let isOverriddenAnew =
            isDeclaredAnew || newModel.overrides != model.overrides
            || newModel.processOverrides != model.processOverrides
        let selected = selection
        if isDeclaredAnew { rows = [] }
        model = newModel
        forgetResolved()
        checkExpectations()
        if isOverriddenAnew { findOverridden() }
        if isDeclaredAnew {
            catalogue = Catalogue(model.toggles, today: model.today)
            countPins()
        }
        if whatIf != nil { findChangesByWhatIf() }
        if isDeclaredAnew || sort == .source { rebuildOrder() }
        selection = selected
        if isDeclaredAnew || dependsOnValues {
            rebuildRows(keepingSelection: true)
            range = nil
        }
    }

    private static func areSame(_ left: [ToggleDefinition], _ right: [ToggleDefinition]) -> Bool {
        let isSameMemory = left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress && left.count == right.count
            }
        }
        guard !isSameMemory else { return true }
        return left.elementsEqual(right) {
            $0.id == $1.id && $0.key == $1.key && $0.defaultValue == $1.defaultValue
                && $0.remoteParameter == $1.remoteParameter && $0.details == $1.details
        }
    }

    /// Drops expectations that the model confirms, and those it contradicts twice, because then another program has
    /// changed the override.
    private mutating func checkExpectations() {
        for (key, expectation) in expected {
            if expectation.value == model.overrides[key], expectation.isWritten {
                expected[key] = nil
            } else if expectation.isWritten {
                expected[key]?.contradictions += 1
                if expectation.contradictions >= 1 { expected[key] = nil }
            }
        }
    }

    /// Returns the override of a key after all pending writes.
    func currentOverride(_ key: String) -> JSONValue? {
        if let expectation = expected[key] { return expectation.value }
        return model.overrides[key]
    }

    /// Returns the value of a toggle from which to choose the next one.
    func currentValue(_ index: Int) -> JSONValue {
        let toggle = model.toggles[index]
        if let expectation = expected[toggle.key], resolution(index).strongerOrigin == nil {
            if let value = expectation.value, let usable = try? toggle.usable(value) { return usable }
            if expectation.value == nil { return inheritedValue(index) }
        }
        return resolution(index).value
    }

    /// Returns the value that a toggle has without its override in the local defaults file.
    func inheritedValue(_ index: Int) -> JSONValue {
        let explanation = model.explanation(index, whatIf)
        for step in explanation.steps where step.source != .localDefaults {
            if case .value(let value) = step.answer { return value }
        }
        return model.toggles[index].defaultValue
    }
}
#endif
