import ToggleBase

/// The live ``FeatureToggle``, which reads overrides, remote config, and declared defaults in this order, and follows
/// their changes.
///
/// ```swift
/// let client = ToggleClient(registries: [AppToggles.registry])
/// let checkout = Checkout(toggles: client)
/// ```
///
/// The module FeatureTogglesRemote adds initializers that take a remote source.
///
/// Clients are independent of each other. Create one per process, or one per test. A client follows its sources until
/// its last reference is released.
///
/// Values are resolved when an override, a document, or the ambient context changes; a read only looks up a word in a
/// table. All members can be called from any thread.
public final class ToggleClient: FeatureToggle {
    // The order of locks: the follower's own, `OverrideFollower.reading`, `changing`, then `live` or `guarded`. The app's
    // decoders run with `reading` and `changing` held, its closures that change the context with `changing` or, with a
    // remote source, the follower's lock; its observers run with none.

    /// The table that reads use.
    private let table: ToggleTable
    /// The data that the table was filled from.
    ///
    /// Reads of values don't take this lock, and it is held only for copying.
    let live: Mutex<LiveToggles>
    /// Held while toggles are resolved and published, which may run the app's decoders.
    private let changing = Mutex<Void>(())
    /// The observers to notify of changes.
    private let observers = Mutex(Observers())
    /// The values of toggles that exceeded their budget on the shelf (see ``ValueShelf``).
    private let guarded = Mutex<[UInt64: GuardedValue]>([:])
    /// The reads of toggles that are marked in the table, because their value depends on the context.
    private let targeted = HazardReference<TargetedReadsBox>()
    /// Follows the remote source, if there is one.
    package let remote: (any RemoteFollower)?
    /// Follows the local defaults file, prints problems, and writes the state file.
    let overrideFollower: OverrideFollower
    /// Determines how the app was distributed, for contexts that describe the device.
    private let distribution: DistributionDetection
    /// Whether a handler waits for that.
    private let awaitsDistribution = Mutex(false)

    /// Creates a client.
    ///
    /// The initializer reads local files before it returns, and waits for nothing else.
    ///
    /// It never fails. Anything unusable is skipped and listed in ``problems``. Builds with overrides also print it to
    /// standard error, unless ``OverrideSources/printsProblems`` is `false`.
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of other registries have their defaults.
    ///   - overrides: Where to look for overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - context: The ambient context, which rules use for calls without a context.
    public convenience init(
        registries: [ToggleRegistry],
        overrides: OverrideSources = .process(),
        context: EvaluationContext = .device()
    ) {
        self.init(registries: registries, overrides: overrides, context: context, remote: nil)
    }

    /// Creates a client that follows a remote source.
    package init(
        registries: [ToggleRegistry],
        overrides: OverrideSources,
        context: EvaluationContext,
        remote: (any RemoteFollower)?,
        distribution: DistributionDetection = .process
    ) {
        let context = distribution.completed(context)
        let state = ToggleState(registries: registries, overrides: overrides, context: context)
        let table = ToggleTable(identifiers: state.definitions.map(\.id))
        live = Mutex(LiveToggles(state: state, table: table))
        self.table = table
        self.remote = remote
        self.distribution = distribution
        overrideFollower = OverrideFollower(overrides, localDefaultsPath: state.overrides.path)
        let facts = remote?.facts
        followOverrides { state in
            if let facts { state.remote = facts }
        }
        remote?.start { [weak self] in self?.take($0) }
        followState()
        addDistributionLater()
    }

    /// Adds how the app was distributed to the ambient context as soon as it's known, if the context lacks it then.
    private func addDistributionLater() {
        guard distribution.isMissing(in: context) else { return }
        let isFirst = awaitsDistribution.withLock { awaits in
            defer { awaits = true }
            return !awaits
        }
        guard isFirst else { return }
        distribution.whenDetected { [weak self] distribution in
            guard let self else { return }
            awaitsDistribution.withLock { $0 = false }
            if distribution != nil { changeContext { $0 } }
        }
    }

    deinit {
        remote?.stop()
        observers.withLock { $0 }.finish()
    }

    /// The facts about the remote source that values were resolved with.
    package var remoteFacts: RemoteFacts { live.withLock(\.state.remote) }

    // MARK: Reading

    /// Returns the current value as bits, with one call, one probe, and one load.
    ///
    /// Not inlined into the protocol witness, which jumps here instead. The compiler doesn't inline C functions, and
    /// therefore atomic loads, into a witness, so a read there would make three calls.
    @inline(never)
    public func bits(of toggle: ToggleReference) -> UInt64 {
        table.word(of: toggle.id, fallback: toggle.fallback)
    }

    /// Returns the value as bits, and evaluates the rule if the remote definition depends on the context.
    ///
    /// For other toggles, the read is the same as with ``bits(of:)``.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        table.unmarkedWords.homeWord(of: toggle.id) ?? otherBits(of: toggle, for: context)
    }

    /// Implements ``bits(of:for:)`` for a toggle whose remote definition depends on the context, or that isn't found at
    /// once.
    ///
    /// This is a separate function so that reads of other toggles don't access the context.
    @inline(never)
    private func otherBits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        if let bits = table.unmarkedWords.word(of: toggle.id, fallback: toggle.fallback) { return bits }
        if let context, let position = table.markedPosition(of: toggle.id),
            let bits = targeted.withObject({ $0?.reads.bits(at: position, for: context, timestamp: nil) })
        {
            return bits
        }
        return table.word(of: toggle.id, fallback: toggle.fallback)
    }

    /// The resolved values of the toggles that don't depend on the context, for readers that keep the client alive.
    var resolvedWords: ToggleTable.UnmarkedWords { table.unmarkedWords }

    /// Returns the current string, with one call, one probe, one load, and a retain, which strings of up to 15 bytes
    /// don't need.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.textTag else { return nil }
        guard let context else { return text(of: toggle, at: table.word(of: toggle.id, fallback: 0)) }
        if let word = table.unmarkedWords.word(of: toggle.id, fallback: 0) { return text(of: toggle, at: word) }
        if let position = table.markedPosition(of: toggle.id),
            let text = targeted.withObject({ $0?.reads.text(at: position, for: context, timestamp: nil) })
        {
            return text
        }
        return text(of: toggle, at: table.word(of: toggle.id, fallback: 0))
    }

    private func text(of toggle: ToggleReference, at word: UInt64) -> String? {
        ValueShelf.text(at: word) { guarded.withLock { $0[toggle.id]?.text } }
    }

    /// Returns the current object, with one call, one probe, one load, and a retain.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.objectTag else { return nil }
        guard let context else { return object(of: toggle, at: table.word(of: toggle.id, fallback: 0)) }
        if let word = table.unmarkedWords.word(of: toggle.id, fallback: 0) { return object(of: toggle, at: word) }
        if let position = table.markedPosition(of: toggle.id),
            let object = targeted.withObject({ $0?.reads.object(at: position, for: context, timestamp: nil) })
        {
            return object
        }
        return object(of: toggle, at: table.word(of: toggle.id, fallback: 0))
    }

    private func object(of toggle: ToggleReference, at word: UInt64) -> (any AnyObject & Sendable)? {
        ValueShelf.object(at: word) { guarded.withLock { $0[toggle.id]?.object } }
    }

    /// Returns the current value and its reason.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        let position = table.position(of: toggle.id)
        if let position { table.reveal(toggle.id, at: position) }
        return live.withLock { $0 }.resolution(of: toggle.key, at: position, for: context)
    }

    /// Explains a toggle: what each source answered, in order, and which one was decisive.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        let position = table.position(of: toggle.id)
        return live.withLock { $0 }.explanation(of: toggle.key, at: position, for: context)
    }

    /// Returns the value of a declared toggle in the form of a source, and why it has that value.
    ///
    /// This method is for adapters, which know toggles from ``definitions`` and have no typed keys. It counts as a read:
    /// it assigns variants and reports exposures.
    ///
    /// ```swift
    /// let definition = client.definitions.first { $0.key == "search_ranking" }
    /// let ranking = definition.map { client.evaluation(of: $0, for: context) }   // .value == .string("neural")
    /// ```
    ///
    /// - Parameters:
    ///   - definition: One of ``definitions``. For any other definition, the evaluation has its default, and the error
    ///     that no registry contains the toggle.
    ///   - context: The attributes that rules can use, on top of ``context``; `nil` for that context alone.
    /// - Returns: The evaluation. The value of an enum is its name.
    /// - Complexity: O(1) without rules; with rules, linear in the size of the rule.
    public func evaluation(of definition: ToggleDefinition, for context: EvaluationContext? = nil)
        -> Evaluation<JSONValue>
    {
        let position = table.position(of: definition.id)
        if let position { table.reveal(definition.id, at: position) }
        // Typed reads of an experiment always have a context, so they assign the variant to the ambient user, too.
        let context = context ?? (definition.category == .experiment ? EvaluationContext() : nil)
        let resolution = live.withLock { $0 }.resolution(of: definition.key, at: position, for: context)
        return Evaluation(resolution.value ?? definition.defaultValue, resolution)
    }

    /// Returns the value of a declared toggle of any category, for a screen that shows all of them.
    ///
    /// Unlike `evaluation(of:for:)`, this doesn't count as a read, so showing a screen enrolls no user in an experiment.
    ///
    /// ```swift
    /// for definition in client.definitions { print(definition.key, client.value(of: definition)) }
    /// ```
    ///
    /// - Parameters:
    ///   - definition: One of ``definitions``. For any other definition, this returns its default.
    ///   - context: The attributes that rules can use, on top of ``context``; `nil` for that context alone.
    /// - Returns: The value. That of an enum is its name.
    @_disfavoredOverload
    public func value(of definition: ToggleDefinition, for context: EvaluationContext? = nil) -> JSONValue {
        explanation(of: definition, for: context).evaluation.value ?? definition.defaultValue
    }

    /// Returns whether a declared toggle of any category is on, or `nil` if its values aren't Boolean.
    ///
    /// Like `value(of:for:)`, this doesn't count as a read.
    ///
    /// - Parameters:
    ///   - definition: One of ``definitions``. For any other definition, this returns its default.
    ///   - context: The attributes that rules can use, on top of ``context``; `nil` for that context alone.
    /// - Returns: Whether the toggle is on.
    @_disfavoredOverload
    public func isEnabled(_ definition: ToggleDefinition, for context: EvaluationContext? = nil) -> Bool? {
        guard definition.type == .bool, case .bool(let isOn) = value(of: definition, for: context) else { return nil }
        return isOn
    }

    /// Explains a declared toggle: what each source answered, in order, and which one was decisive.
    ///
    /// This method is for consoles and logs, which know toggles from ``definitions`` and have no typed keys. An
    /// explanation doesn't count as an exposure.
    ///
    /// - Parameters:
    ///   - definition: One of ``definitions``. For any other definition, the explanation contains only its key and the
    ///     error that no registry contains the toggle.
    ///   - context: The attributes that rules can use, on top of ``context``; `nil` for that context alone.
    /// - Returns: The answers of the sources, in evaluation order.
    /// - Complexity: O(1) without rules; with rules, linear in the size of the rule.
    public func explanation(of definition: ToggleDefinition, for context: EvaluationContext? = nil) -> Explanation {
        let position = table.position(of: definition.id)
        return live.withLock { $0 }.explanation(of: definition.key, at: position, for: context)
    }

    /// Returns a snapshot of all current values, which doesn't change.
    ///
    /// Rules that the snapshot evaluates use its time. Reads of experiments assign variants and report exposures like
    /// those of the client.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    public func snapshot() -> any FeatureToggle {
        ToggleSnapshot(live.withLock { $0 })
    }

    // MARK: Observing

    /// Returns a stream with an element after each change of the toggle's value, source, or reason.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        changes(of: toggle.id)
    }

    /// Returns a stream with an element after each change of any toggle or of ``problems``.
    ///
    /// A slow consumer gets one element for several changes.
    public func changes() -> AsyncStream<Void> {
        changes(of: nil)
    }

    /// Calls a handler after each change of any toggle or of ``problems``, until the observation is released.
    ///
    /// The handler is called on the thread that made the change, and must return quickly. Unlike ``changes()``, this
    /// method doesn't need a task: on Linux, the threads that run tasks wake up once a second for as long as the
    /// process lives.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ChangeObservation {
        observeToggles { _ in handler() }
    }

    /// Calls a handler after each change of any toggle or of ``problems``, until the observation is released.
    ///
    /// - Parameter handler: Called like that of ``observe(_:)``, with the identifiers of the toggles that changed; `nil`
    ///   for all.
    /// - Returns: The observation.
    package func observeToggles(_ handler: @escaping @Sendable (Set<UInt64>?) -> Void) -> ChangeObservation {
        let token = observers.withLock { $0.add(onChange: handler) }
        return ChangeObservation { [weak self] in
            self?.observers.withLock { $0.remove(token) }
        }
    }

    private func changes(of subject: UInt64?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let token = observers.withLock { $0.add(continuation, subject: subject) }
        continuation.onTermination = { [weak self] _ in
            self?.observers.withLock { $0.remove(token) }
        }
        return stream
    }

    // MARK: Which toggles are read

    /// Forgets which toggles were read.
    ///
    /// The next read of each toggle takes the slow path, all others cost what they did.
    package func forgetReads() {
        changing.withLock { _ in
            let live = live.withLock { $0 }
            table.hide(live.state.definitions.map(\.id), at: live.positions)
        }
    }

    /// Returns which toggles were read since ``forgetReads()``, in the order of ``definitions``.
    ///
    /// Reads of snapshots don't count, and neither do explanations.
    package func readToggles() -> [Bool] {
        changing.withLock { _ in
            let live = live.withLock { $0 }
            return zip(live.state.definitions, live.positions).map { table.isRevealed($0.id, at: $1) }
        }
    }

    // MARK: All toggles, for consoles and logs

    /// The declared toggles, in the order of the registries.
    public var definitions: [ToggleDefinition] { live.withLock { $0.state.definitions } }

    /// Returns the declaration of a toggle, or `nil` if no registry contains it.
    func definition(of toggle: ToggleReference) -> ToggleDefinition? {
        let position = table.position(of: toggle.id)
        return live.withLock { $0 }.definition(at: position)
    }

    /// Explains all toggles, in the order of the registries.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    public func explanations() -> [Explanation] {
        let live = live.withLock { $0 }
        return live.explanations(at: live.state.definitions.indices)
    }

    /// Explains the toggles with a key: usually one; none if there is no such toggle, and several if modules declare it
    /// differently.
    ///
    /// - Complexity: O(1), or O(*n*) in the number of toggles if modules declare any key differently.
    public func explanations(ofKey key: String) -> [Explanation] {
        let live = live.withLock { $0 }
        return live.explanations(at: live.state.indices(ofKey: key))
    }

    /// The unusable inputs that were skipped: overrides of unknown toggles, overrides with unusable values, unreadable
    /// files, invalid documents.
    ///
    /// - Complexity: O(*n*) in the number of overrides, and in the number of toggles for each unknown key.
    public var problems: [ToggleProblem] { live.withLock { $0.state }.problems }

    /// The path of the local defaults file, or `nil` if the client has none; always `nil` in a RELEASE build.
    public var localDefaultsPath: String? { live.withLock { $0.state.overrides.path } }

    // MARK: Context

    /// The ambient context, which rules use for calls without a context.
    ///
    /// A context that describes the device gets the attribute ``EvaluationContext/Attribute/distribution``, unless it has
    /// one.
    public var context: EvaluationContext {
        get { live.withLock { $0.state.context } }
        set { changeContext { _ in newValue } }
    }

    /// Changes the ambient context, depending on the current one.
    ///
    /// Unlike reading and then setting ``context``, this can't undo a change that happens at the same time.
    ///
    /// ```swift
    /// client.changeContext { $0.overlaid(by: EvaluationContext(attributes: ["plan": "pro"])) }
    /// ```
    ///
    /// - Parameter change: Returns the new context, while no other change can happen. It must not access the client, which
    ///   would deadlock.
    public func changeContext(_ change: (EvaluationContext) -> EvaluationContext) {
        if let remote {
            remote.changeContext { distribution.completed(change($0)) }
        } else {
            apply { state in
                let context = distribution.completed(change(state.context))
                if context == state.context { return .nothing }
                state.remote.context = context
                return .values
            }
        }
        addDistributionLater()
    }

    #if OVERRIDES
    /// Makes explanations say that the app's remote document isn't loaded, for tools that compute the values of an app.
    package func omitRemote() {
        changing.withLock { _ in live.withLock { $0.state.remote.isOmitted = true } }
    }
    #endif

    /// The ambient context; the same as ``context``.
    public var ambientContext: EvaluationContext? { context }

    // MARK: Changing

    /// Applies the facts of the remote follower, unless newer ones are applied already.
    private func take(_ facts: RemoteFacts) {
        apply { state in
            guard facts.version > state.remote.version else { return .nothing }
            defer { state.remote = facts }
            return facts.change(since: state.remote)
        }
    }

    /// Changes the state, resolves the toggles that this can affect, publishes the new values at once, and then notifies
    /// the observers.
    func update(_ change: (inout ToggleState) -> Void) {
        apply { state in
            change(&state)
            return .values
        }
    }

    /// Changes the state, and then notifies the observers.
    ///
    /// - Parameter change: Changes the state, and returns what that can affect.
    private func apply(_ change: (inout ToggleState) -> StateChange) {
        if let announcement = commit(change) { announce(announcement) }
    }

    /// Changes the state, without notifying the observers.
    ///
    /// - Parameter change: Changes the state, and returns what that can affect.
    /// - Returns: What to announce, or `nil` if nothing that observers can see has changed.
    func commit(_ change: (inout ToggleState) -> StateChange) -> Announcement? {
        changing.withLock { _ in
            var next = live.withLock { $0 }
            let change = change(&next.state)
            var changed: Set<UInt64>? = []
            switch change {
            case .nothing: return nil
            case .reports: break
            case .values, .time:
                next.state.timestamp = next.timestamp
                changed = next.refresh()
            }
            let isSilent = change == .time && changed?.isEmpty == true
            if !isSilent { next.version &+= 1 }
            let new = next
            // Before the new values are published, so that whoever has read one finds it here, too. Swapped, so that the
            // old data, which may be a whole document, isn't destroyed while reads wait.
            live.withLock { swap(&$0, &next) }
            if change != .reports { publish(new, changed) }
            return isSilent ? nil : Announcement(changed: changed)
        }
    }

    /// Notifies the observers of a change.
    ///
    /// Don't call this while holding a lock. The announcements of two changes can swap their order, because observers
    /// read the current values, and each announcement names its own toggles.
    func announce(_ announcement: Announcement) {
        overrideFollower.report(problems)
        observers.withLock { $0 }.notify(changed: announcement.changed)
        overrideFollower.noteChange(hasNewValues: announcement.changed?.isEmpty != true)
    }

    /// Publishes the resolved values of some data, of which `changed` are the identifiers of the toggles that changed, or
    /// `nil` for all.
    private func publish(_ next: LiveToggles, _ changed: Set<UInt64>?) {
        // Positions are marked before the words change, and unmarked afterward. So a read with a context never gets
        // the new value of the ambient context from the table.
        targeted.replace(with: next.targeted.map { TargetedReadsBox($0) })
        table.mark(next.targeted?.marks ?? [], keepingOthers: true)
        if changed?.isEmpty != true {
            var values = next.shelf.guarded
            if !values.isEmpty { guarded.withLock { swap(&$0, &values) } }
            if changed == nil {
                table.fill(next.words, at: next.positions)
            } else {
                table.publish(next.words, at: next.positions)
            }
        }
        table.mark(next.targeted?.marks ?? [], keepingOthers: false)
    }
}

/// What a change of a client's state can affect.
enum StateChange: Sendable {
    /// Nothing; the changed state is dropped.
    case nothing
    /// What is reported about the sources, but no values.
    case reports
    /// Values, and what is reported about the sources.
    case values
    /// The values of rules that depend on the time.
    case time
}

/// What a client tells its observers about a change.
struct Announcement: Sendable {
    /// The identifiers of the toggles that changed; `nil` for all.
    let changed: Set<UInt64>?
}

/// Wraps reads of any type in an object for a ``HazardReference``.
private final class TargetedReadsBox: Sendable {
    let reads: any TargetedReads

    init(_ reads: any TargetedReads) {
        self.reads = reads
    }
}
