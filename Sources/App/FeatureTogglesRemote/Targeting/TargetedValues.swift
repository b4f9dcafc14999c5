import FeatureToggles

/// The values of toggles whose remote definition depends on the evaluation context, for reads with a context.
///
/// Everything independent of the context was computed when the document was activated: each variant's value is
/// validated and in the form that reads return, except the objects of JSON toggles, which the first read that selects
/// their variant creates. A read evaluates the rule and returns the variant's value. Otherwise the object is immutable.
final class TargetedValues: TargetedReads {
    /// The entry of one toggle.
    private struct Entry {
        /// The toggle's identifier.
        var id: UInt64
        /// The index of the document's flag, or -1 if the answer `first` applies to every context.
        var flag: Int32
        /// The index of the first answer: one for each variant of the flag, and one for everything else.
        var first: Int32
        var variantCount: Int32
        var dependsOnTime: Bool
        /// Whether assignments of users are kept.
        var isExperiment: Bool
        /// Whether reads are reported as exposures: those of experiments, and of the stages of migrations.
        var isExposed: Bool

        /// Returns the index of the answer for a flag's outcome.
        @inline(__always)
        func answer(_ outcome: Int32) -> Int {
            Int(first) + Int(outcome >= 0 && outcome < variantCount ? outcome : variantCount)
        }
    }

    /// The form in which reads return a value that has no bits.
    private struct Value: Sendable {
        var text: String?
        var object: (any AnyObject & Sendable)?
        /// The name of the document's variant; `nil` for the default in code.
        var variant: String?
        /// The toggle's value, for exposures.
        var name = ""
    }

    private let rules: FlagDocument
    private let ambient: EvaluationContext
    /// The entry for each position of the table, or -1.
    private let positions: [Int32]
    private let entries: [Entry]
    private let bits: [UInt64]
    private let values: [Value]
    /// The objects of each entry's variants, for JSON toggles whose variants are decoded when they are first selected.
    private let variantObjects: [VariantObjects?]
    /// The key and remote parameter of each entry.
    private let names: [(key: String, parameter: String)]
    private let assignments: (any AssignmentStore)?
    private let exposures: ExposureRecorder?
    private let time: @Sendable () -> Int64

    /// The positions that have an entry.
    let marks: [Int]

    /// The positions whose rules also read the time.
    let timedMarks: [Int]

    /// Prepares reads of all toggles whose value depends on the context.
    ///
    /// The parameters are those of ``DocumentEvaluator/targetedReads(of:containedAt:resolved:at:positionCount:context:)``.
    init?(
        _ document: DocumentEvaluator,
        _ toggles: [ToggleDefinition],
        containedAt indices: [Int],
        resolved: (Int) -> Evaluation<JSONValue?>,
        at tablePositions: [Int],
        positionCount: Int,
        context: EvaluationContext
    ) {
        let (rules, experiments) = (document.document.rules, document.experiments)
        var positions: [Int32] = []
        var entries: [Entry] = []
        var bits: [UInt64] = []
        var values: [Value] = []
        var variantObjects: [VariantObjects?] = []
        var names: [(key: String, parameter: String)] = []
        var marks: [Int] = []

        // Whether a service chose the value as the variant of an experiment.
        func isSplitElsewhere(_ parameter: String) -> Bool {
            let answer = document.document.statedAnswer(
                about: parameter,
                context: context,
                over: nil,
                timestamp: 0,
                kept: nil,
                allowance: nil
            )
            return answer?.isSplit ?? false
        }

        for toggleIndex in indices {
            let (toggle, resolved) = (toggles[toggleIndex], resolved(toggleIndex))
            let position = tablePositions[toggleIndex]
            guard !resolved.source.isOverride, let parameter = toggle.remoteParameter else { continue }
            let index = rules.index(of: parameter)
            let flag = index.map { rules.flag(at: $0) }
            let isTargeted = flag?.dependsOnContext ?? false
            let canBeExposed =
                experiments.exposures != nil && (toggle.category == .experiment || toggle.category == .migration)
            guard isTargeted || canBeExposed && resolved.source == .remote && isSplitElsewhere(parameter) else {
                continue
            }
            var entry = Entry(
                id: toggle.id,
                flag: -1,
                first: Int32(values.count),
                variantCount: 0,
                dependsOnTime: false,
                isExperiment: toggle.category == .experiment,
                isExposed: canBeExposed
            )
            func add(_ value: JSONValue?, _ object: (any AnyObject & Sendable)? = nil, variant: String? = nil) {
                let usable = value ?? toggle.defaultValue
                bits.append(toggle.type.bits(of: usable) ?? 0)
                var form = Value()
                if let value {
                    form.object = object
                    if case .string(let text) = value { form.name = text }
                    // Services may give values without the names of variants.
                    form.variant = variant ?? form.name
                    if toggle.type == .string { form.text = form.name }
                }
                values.append(form)
            }
            var objects: VariantObjects?
            if isTargeted, let flag, let index {
                entry.flag = Int32(index)
                entry.variantCount = Int32(flag.variantCount)
                entry.dependsOnTime = flag.dependsOnTime
                objects = document.decoded.objects(of: toggle)
                if objects != nil {
                    for _ in 0..<entry.variantCount { add(nil) }
                } else {
                    for variant in flag.variants {
                        // A variant that is not a valid value of the toggle is skipped, as everywhere.
                        let usable = try? toggle.usable(ofDocument: variant.value)
                        add(usable, variant: variant.name)
                    }
                }
                add(nil)
            } else {
                add(resolved.value, resolved.decoded.object, variant: resolved.variant)
            }
            if positions.isEmpty { positions = Array(repeating: -1, count: positionCount) }
            positions[position] = Int32(entries.count)
            entries.append(entry)
            variantObjects.append(objects)
            names.append((toggle.key, parameter))
            marks.append(position)
        }
        if entries.isEmpty { return nil }
        self.rules = rules
        ambient = context
        self.positions = positions
        self.entries = entries
        self.bits = bits
        self.values = values
        self.variantObjects = variantObjects
        self.names = names
        self.marks = marks
        timedMarks = zip(marks, entries).filter { $1.dependsOnTime }.map(\.0)
        assignments = experiments.assignments
        exposures = experiments.exposures
        time = document.time
    }

    /// Returns the bits of a toggle's value for a context, or `nil` if the value in the table applies.
    ///
    /// Rules read the timestamp, in seconds since 1970, or the current time without one.
    func bits(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> UInt64? {
        answer(at: position, for: context, timestamp: timestamp).map { bits[$0] }
    }

    /// Returns the text of a toggle's value for a context; the inner `nil` means the typed key's default.
    func text(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String?? {
        answer(at: position, for: context, timestamp: timestamp).map { values[$0].text }
    }

    /// Returns the object of a toggle's value for a context; the inner `nil` means the typed key's default.
    func object(
        at position: Int,
        for context: EvaluationContext,
        timestamp: Int64?
    ) -> (any AnyObject & Sendable)?? {
        guard let index = entryIndex(at: position),
            let answer = answer(at: position, for: context, timestamp: timestamp)
        else { return nil }
        let variant = answer - Int(entries[index].first)
        guard variant < entries[index].variantCount, let objects = variantObjects[index] else {
            return .some(values[answer].object)
        }
        return .some(objects.object(at: variant))
    }

    /// Whether the value of a toggle depends on the context.
    func hasEntry(at position: Int) -> Bool {
        entryIndex(at: position) != nil
    }

    /// Records a read of a toggle for a context whose value is determined in another way.
    ///
    /// - Returns: The stored variant, as returned by ``keptVariant(at:for:)``.
    func read(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String? {
        _ = answer(at: position, for: context, timestamp: timestamp)
        return keptVariant(at: position, for: context)
    }

    /// Returns the stored variant of an experiment, if there is one and it is still valid.
    ///
    /// - Returns: The name of the document's variant.
    func keptVariant(at position: Int, for context: EvaluationContext) -> String? {
        guard let assignments, let index = entryIndex(at: position), entries[index].flag >= 0,
            entries[index].isExperiment, let key = context.targetingKey ?? ambient.targetingKey,
            let kept = assignments.variant(of: names[index].parameter, for: key)
        else { return nil }
        return answer(named: kept, of: entries[index]) == nil ? nil : kept
    }

    @inline(__always)
    private func entryIndex(at position: Int) -> Int? {
        guard position >= 0, position < positions.count else { return nil }
        let index = Int(positions[position])
        return index < 0 ? nil : index
    }

    /// Returns the index of the answer for a context.
    @inline(__always)
    private func answer(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> Int? {
        guard let index = entryIndex(at: position) else { return nil }
        let entry = entries[index]
        if entry.isExperiment && assignments != nil || entry.isExposed {
            return exposed(entry, index, for: context, timestamp)
        }
        return evaluated(entry, for: context, timestamp)
    }

    @inline(__always)
    private func evaluated(_ entry: Entry, for context: EvaluationContext, _ timestamp: Int64?) -> Int {
        guard entry.flag >= 0 else { return Int(entry.first) }
        let outcome = rules.variant(
            of: Int(entry.flag),
            context: context,
            over: ambient,
            timestamp: entry.dependsOnTime ? timestamp ?? time() : 0
        )
        return entry.answer(outcome)
    }

    // MARK: Experiments

    /// Returns the index of the answer for a context, and whether the split of the experiment chose it.
    private func choice(
        _ entry: Entry,
        for context: EvaluationContext,
        _ timestamp: Int64?
    ) -> (answer: Int, isSplit: Bool) {
        guard entry.flag >= 0 else { return (Int(entry.first), true) }
        let choice = rules.choice(
            of: Int(entry.flag),
            context: context,
            over: ambient,
            timestamp: entry.dependsOnTime ? timestamp ?? time() : 0
        )
        return (entry.answer(choice.outcome), choice.isSplit)
    }

    /// Returns the index of the answer for a context.
    ///
    /// If the split of the experiment chose it, this also keeps it as the user's assignment, and reports the exposure.
    @inline(never)
    private func exposed(
        _ entry: Entry,
        _ index: Int,
        for context: EvaluationContext,
        _ timestamp: Int64?
    ) -> Int {
        let (decided, isSplit) = choice(entry, for: context, timestamp)
        guard isSplit, let key = context.targetingKey ?? ambient.targetingKey, !key.isEmpty else { return decided }
        let answer = assigned(entry, index, key) ?? decided
        guard let variant = values[answer].variant else { return answer }
        if entry.flag >= 0, entry.isExperiment { assignments?.keep(variant, of: names[index].parameter, for: key) }
        if entry.isExposed, let exposures {
            var hasher = Hasher()
            hasher.combine(entry.id)
            hasher.combine(values[answer].name)
            hasher.combine(key)
            exposures.record(UInt64(bitPattern: Int64(hasher.finalize()))) {
                Exposure(
                    toggle: names[index].key,
                    variant: values[answer].name,
                    targetingKey: key,
                    remoteParameter: names[index].parameter
                )
            }
        }
        return answer
    }

    private func assigned(_ entry: Entry, _ index: Int, _ key: String) -> Int? {
        guard entry.flag >= 0, entry.isExperiment, let assignments else { return nil }
        return assignments.variant(of: names[index].parameter, for: key).flatMap { answer(named: $0, of: entry) }
    }

    private func answer(named name: String, of entry: Entry) -> Int? {
        let answers = Int(entry.first)..<Int(entry.first + entry.variantCount)
        return answers.last { values[$0].variant == name }
    }
}
