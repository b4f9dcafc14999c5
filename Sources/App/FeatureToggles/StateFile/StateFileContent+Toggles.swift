#if OVERRIDES

extension StateFileContent {
    /// The text of a client's toggles, of which the next text reuses what can't have changed.
    struct RenderedToggles: Sendable {
        /// The text of one toggle.
        private struct Part: Sendable {
            /// The end of the members that never change.
            var declarationEnd: Int
            var end: Int
            var dependence: RemoteDependence
        }

        /// What the answers of the sources depend on, except for the context and the time.
        private struct Basis: Sendable {
            let generation: Int
            let isCached: Bool
            /// Why the remote source isn't queried, if it isn't.
            let unqueried: String?
            let values: [String: JSONValue]

            init(_ state: ToggleState) {
                generation = state.remote.generation
                isCached = state.remote.isCached
                values = state.overrides.values
                if case .notQueried(let reason)? = state.unqueriedRemote(hasParameter: true)?.answer {
                    unqueried = reason
                } else {
                    unqueried = nil
                }
            }

            /// Returns whether the active document is the same.
            func hasSameDocument(as other: Basis) -> Bool {
                generation == other.generation && isCached == other.isCached
            }

            /// Returns the keys of the toggles whose overrides differ; `nil` if all toggles may have other answers.
            func changedKeys(since other: Basis) -> Set<String>? {
                guard unqueried == other.unqueried else { return nil }
                // Usually the same storage, so that the values aren't compared.
                if values == other.values { return [] }
                var changed = Set(values.keys.filter { values[$0] != other.values[$0] })
                for key in other.values.keys where values[key] == nil { changed.insert(key) }
                return changed
            }
        }

        /// The toggles' objects, separated by commas, each on a line of its own.
        private var text = Text()
        private var parts: [Part] = []
        /// What the text is based on; `nil` if the next text must not reuse it.
        private var basis: Basis?

        /// Creates the text of no toggles.
        init() {}

        /// The text.
        var bytes: [UInt8] { text.bytes }

        /// Renders the toggles of a client, always the same one.
        ///
        /// - Complexity: O(*n*) in the number of toggles and the size of their values; only copying of bytes for those
        ///   whose values depend neither on the context nor on the time, and whose overrides haven't changed.
        mutating func update(_ live: LiveToggles) {
            let new = Basis(live.state)
            let changed = basis.flatMap { new.changedKeys(since: $0) }
            let hasSameDocument = basis.map { new.hasSameDocument(as: $0) } ?? false
            if let changed, changed.isEmpty, hasSameDocument, parts.allSatisfy({ $0.dependence != .variable }) {
                basis = new
                return
            }
            let old = self
            parts = []
            text = Text()
            parts.reserveCapacity(live.state.definitions.count)
            text.bytes.reserveCapacity(max(old.text.bytes.count + 1_024, 256 * live.state.definitions.count))
            var visitor = ToggleVisitor(live)
            /// The text to copy next, which begins with the end of the line before it.
            var copied = 0..<0
            for index in live.state.definitions.indices {
                let isKnown = old.basis != nil && index < old.parts.count
                let start = isKnown && index > 0 ? old.parts[index - 1].end : 0
                let dependence = live.dependence(at: index)
                // A toggle that a document doesn't contain has the same answers with every such document.
                let isSame = hasSameDocument ? dependence != .variable : dependence == .absent
                if let changed, isKnown, isSame, hasSameDocument || old.parts[index].dependence == .absent,
                    changed.isEmpty || !changed.contains(live.state.definitions[index].key)
                {
                    let part = old.parts[index]
                    copied = copied.isEmpty ? start..<part.end : copied.lowerBound..<part.end
                    let shift = text.bytes.count - copied.lowerBound
                    parts.append(
                        Part(declarationEnd: part.declarationEnd + shift, end: part.end + shift, dependence: dependence)
                    )
                    continue
                }
                flush(&copied, of: old)
                if isKnown {
                    text.bytes.append(contentsOf: old.text.bytes[start..<old.parts[index].declarationEnd])
                } else {
                    // Each toggle is on a line of its own, so that it is found without parsing the others.
                    text.bytes.append(
                        contentsOf: index > 0 ? [UInt8(ascii: ","), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")]
                    )
                    text.beginToggle(live.state.definitions[index])
                }
                let declarationEnd = text.bytes.count
                visitor.visit(index) { evaluation, steps in
                    text.endToggle(evaluation, default: live.state.definitions[index].defaultValue, steps)
                }
                parts.append(Part(declarationEnd: declarationEnd, end: text.bytes.count, dependence: dependence))
            }
            flush(&copied, of: old)
            // In a large text, the size of a value depends on its place.
            basis = text.bytes.count <= StateFileContent.largeSize ? new : nil
        }

        private mutating func flush(_ range: inout Range<Int>, of old: RenderedToggles) {
            text.bytes.append(contentsOf: old.text.bytes[range])
            range = 0..<0
        }
    }
}

extension StateFileContent.Text {
    /// Begins the object of a toggle with the members that never change.
    fileprivate mutating func beginToggle(_ toggle: ToggleDefinition) {
        open("{")
        name("key", isFirst: true)
        string(toggle.key)
        member("category", toggle.category.rawValue)
        member("type", toggle.type.name)
        if case .variants(let names) = toggle.type { member("values", names) }
        member("default", toggle.defaultValue)
        member("parameter", toggle.remoteParameter)
    }

    /// Ends the object of a toggle with what it was resolved to.
    fileprivate mutating func endToggle(
        _ evaluation: Evaluation<JSONValue?>,
        default defaultValue: JSONValue,
        _ steps: [Explanation.Step]
    ) {
        member("value", evaluation.value ?? defaultValue)
        member("source", evaluation.source.rawValue)
        member("reason", evaluation.reason.rawValue)
        member("variant", evaluation.variant)
        member("error", evaluation.error)
        var hasSources = false
        // The source `default` always has the default. A source that isn't listed has nothing for the toggle.
        for step in steps where step.source != .default {
            if case .notSet = step.answer { continue }
            if !hasSources {
                name("sources")
                open("[")
                hasSources = true
            }
            element()
            append(step)
        }
        if hasSources { close("]") }
        close("}")
    }

    private mutating func append(_ step: Explanation.Step) {
        open("{")
        name("source", isFirst: true)
        string(step.source.rawValue)
        member("origin", step.origin)
        member("rule", step.rule)
        switch step.answer {
        case .notSet: break
        case .value(let value): member("value", value)
        case .rejected(let error): member("error", error)
        case .notQueried(let reason): member("notQueried", reason)
        }
        close("}")
    }
}

#endif
