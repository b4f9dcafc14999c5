/// The live ``FeatureToggle``: overrides, then remote config, then the declared defaults, followed as they change.
///
/// ```swift
/// let client = ToggleClient(registries: [AppToggles.registry])
/// let checkout = Checkout(toggles: client)
/// ```
///
/// The module FeatureTogglesRemote adds initializers that take a remote source.
///
/// Clients are independent of each other; make one per process, or one per test. When the last reference goes, following
/// ends.
///
/// Values are resolved when an override, a document or the ambient context changes; a read is a look-up in a table of
/// words. Everything is safe to call from any thread.
public final class ToggleClient: FeatureToggle {
    /// What reads look in.
    private let table: ToggleTable
    /// What lies behind the table.
    ///
    /// No read takes this lock, and it is only held for copying.
    let live: Mutex<LiveToggles>
    /// Held while toggles are resolved and put in force, which may run decoders of the app.
    private let changing = Mutex<Void>(())
    /// Who wants to hear of changes.
    private let observers = Mutex(Observers())
    /// The values of toggles that changed too often to be kept where reads find them (see ``ValueShelf``).
    private let guarded = Mutex<[UInt64: GuardedValue]>([:])
    /// What reads for a context look in, for toggles that are marked in the table.
    private let targeted = HazardReference<TargetedReadsBox>()
    /// Follows the remote source, if there is one.
    package let remote: (any RemoteFollower)?
    #if !RELEASE || InternalBuild
    /// Prints problems, unless the app does so itself.
    private let problemPrinter: ProblemPrinter?
    /// Follows the local defaults file, and ends with the client.
    let localDefaultsWatcher = Mutex<FileWatcher?>(nil)
    /// Held while the local defaults file is read and its values are put in force, so that an older reading never
    /// replaces a newer one.
    let localDefaultsReading = Mutex<Void>(())
    #endif

    /// Creates a client.
    ///
    /// Local files are read before this returns; nothing else is waited for.
    ///
    /// Nothing here fails: what cannot be used is skipped and listed in ``problems``. Builds with overrides also print it on
    /// standard error, unless ``OverrideSources/printsProblems`` is `false`.
    ///
    /// - Parameters:
    ///   - registries: The registries of the modules to serve. Toggles of others answer their defaults.
    ///   - overrides: Where to look for overrides. Not compiled into RELEASE builds without the trait `InternalBuild`.
    ///   - context: The ambient context: what rules may look at where a call passes no context of its own.
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
        remote: (any RemoteFollower)?
    ) {
        let state = ToggleState(registries: registries, overrides: overrides, context: context)
        let table = ToggleTable(identifiers: state.definitions.map(\.id))
        live = Mutex(LiveToggles(state: state, table: table))
        self.table = table
        self.remote = remote
        #if !RELEASE || InternalBuild
        problemPrinter = if let print = overrides.printProblem { ProblemPrinter(print) } else { nil }
        #endif
        start()
    }

    deinit {
        #if !RELEASE || InternalBuild
        localDefaultsWatcher.withLock { $0 }?.cancel()
        #endif
        remote?.stop()
        observers.withLock { $0 }.finish()
    }

    /// Reads what is available and starts to follow.
    ///
    /// The local defaults file is followed before it is read, so that no change is lost.
    private func start() {
        let facts = remote?.open(for: remoteClient)
        #if !RELEASE || InternalBuild
        followLocalDefaults()
        // A change that is noticed now waits until this older reading is in force.
        localDefaultsReading.withLock { _ in
            let localChange = readLocalDefaults()
            update { state in
                if let facts { state.remote = facts }
                localChange?(&state)
            }
        }
        #else
        update { state in
            if let facts { state.remote = facts }
        }
        #endif
        remote?.begin()
    }

    /// This client as its remote follower sees it.
    private var remoteClient: RemoteClient {
        RemoteClient(
            definitions: definitions,
            facts: { [weak self] in self?.remoteFacts },
            context: { [weak self] in self?.context },
            update: { [weak self] change in self?.update { change(&$0.remote) } },
            note: { [weak self] change in self?.note { change(&$0.remote) } }
        )
    }

    /// What is known of the remote source.
    package var remoteFacts: RemoteFacts { live.withLock(\.state.remote) }

    /// The time that rules see, in seconds since 1970; 0 without a remote source, where there are no rules.
    var timestamp: Int64 { remote?.timestamp ?? 0 }

    // MARK: Reading

    /// One call, one probe, one load.
    ///
    /// Not inlined into the protocol's witness, which jumps here instead: the compiler inlines no C function, and so no atomic load,
    /// into a witness, where a read would make three calls.
    @inline(never)
    public func bits(of toggle: ToggleReference) -> UInt64 {
        table.word(of: toggle.id, fallback: toggle.fallback)
    }

    /// As ``bits(of:)``, and where the remote definition looks at who is asking, the walk through its rule.
    public func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        if context != nil, let position = table.markedPosition(of: toggle.id) {
            return targetedBits(of: toggle, at: position, for: context)
        }
        return table.word(of: toggle.id, fallback: toggle.fallback)
    }

    /// What ``bits(of:for:)`` does for a toggle whose remote definition looks at who is asking.
    ///
    /// A function of its own, so that a read of any other toggle does not touch the context.
    @inline(never)
    private func targetedBits(
        of toggle: ToggleReference,
        at position: Int,
        for context: EvaluationContext?
    ) -> UInt64 {
        if let context, let bits = targeted.withObject({ $0?.reads.bits(at: position, for: context, timestamp: nil) }) {
            return bits
        }
        return table.word(of: toggle.id, fallback: toggle.fallback)
    }

    /// One call, one probe, one load and the retaining of the text, which is none for up to 15 bytes.
    public func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.textTag else { return nil }
        if let context, let position = table.markedPosition(of: toggle.id),
            let text = targeted.withObject({ $0?.reads.text(at: position, for: context, timestamp: nil) })
        {
            return text
        }
        return ValueShelf.text(at: table.word(of: toggle.id, fallback: 0)) {
            guarded.withLock { $0[toggle.id]?.text }
        }
    }

    /// One call, one probe, one load and the retaining of the object.
    public func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.objectTag else { return nil }
        if let context, let position = table.markedPosition(of: toggle.id),
            let object = targeted.withObject({ $0?.reads.object(at: position, for: context, timestamp: nil) })
        {
            return object
        }
        return ValueShelf.object(at: table.word(of: toggle.id, fallback: 0)) {
            guarded.withLock { $0[toggle.id]?.object }
        }
    }

    /// The value in force with its reason.
    public func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        let position = table.position(of: toggle.id)
        return live.withLock { $0 }.resolution(of: toggle, at: position, for: context, timestamp: timestamp)
    }

    /// What every source answered, in order, and which one won.
    public func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        let position = table.position(of: toggle.id)
        return live.withLock { $0 }.explanation(of: toggle.key, at: position, for: context, timestamp: timestamp)
    }

    /// What every source answered about a declared toggle, in order, and which one won.
    ///
    /// For consoles and logs, which know toggles from ``definitions`` and have no typed keys. Asking so is no exposure to a
    /// variant.
    ///
    /// - Parameters:
    ///   - definition: One of ``definitions``; of another one only the key is looked at, and the answer is the error that
    ///     the toggle is in no registry.
    ///   - context: What rules may look at, laid over ``context``; `nil` for that alone.
    /// - Returns: The answers of the sources, in the order in which they are asked.
    /// - Complexity: O(1) without rules; with rules, linear in the size of the rule.
    public func explanation(of definition: ToggleDefinition, for context: EvaluationContext? = nil) -> Explanation {
        let position = table.position(of: definition.id)
        return live.withLock { $0 }.explanation(of: definition.key, at: position, for: context, timestamp: timestamp)
    }

    /// All values as they are now, which do not move any more.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    public func snapshot() -> any FeatureToggle {
        ToggleSnapshot(live.withLock { $0 }, timestamp: timestamp)
    }

    // MARK: Observing

    /// One element after each change of the toggle's value, source or reason.
    public func changes(of toggle: ToggleReference) -> AsyncStream<Void> {
        changes(of: toggle.id)
    }

    /// One element after each change of any toggle, or of ``problems``.
    ///
    /// Elements coalesce when the consumer is slow.
    public func changes() -> AsyncStream<Void> {
        changes(of: nil)
    }

    /// Calls a handler after each change of any toggle, or of ``problems``, until the observation is released.
    ///
    /// The handler is called by whoever made the change, and returns at once. Unlike ``changes()`` it needs no task: the
    /// threads that run tasks wake up once a second on Linux, for as long as the process lives.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ChangeObservation {
        let token = observers.withLock { $0.add(tell: handler) }
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

    // MARK: Everything at once, for consoles and logs

    /// The declared toggles, in the order of the registries.
    public var definitions: [ToggleDefinition] { live.withLock { $0.state.definitions } }

    /// What every source answers about every toggle, in the order of the registries.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    public func explanations() -> [Explanation] {
        live.withLock { $0 }.explanations(ofKey: nil, timestamp: timestamp)
    }

    /// What every source answers about the toggles of a key: usually one, none when there is no such toggle.
    public func explanations(ofKey key: String) -> [Explanation] {
        live.withLock { $0 }.explanations(ofKey: key, timestamp: timestamp)
    }

    /// What was skipped because it could not be used: overrides of unknown toggles, unreadable files, broken documents.
    public var problems: [ToggleProblem] { live.withLock { $0.state }.problems }

    private func printProblems() {
        #if !RELEASE || InternalBuild
        if problemPrinter != nil { problemPrinter?.report(problems) }
        #endif
    }

    // MARK: Context

    /// What rules may look at where a call brings no context of its own.
    public var context: EvaluationContext {
        get { live.withLock { $0.state.context } }
        set {
            guard let remote else { return update { $0.context = newValue } }
            remote.changeContext(to: newValue) {
                var old = newValue
                update { swap(&$0.context, &old) }
                return old
            }
        }
    }

    /// ``context``.
    public var ambientContext: EvaluationContext? { context }

    // MARK: Changing

    /// Changes what no toggle's value depends on, and tells those who observe all changes.
    func note(_ change: (inout ToggleState) -> Void) {
        changing.withLock { _ in
            live.withLock { live in
                change(&live.state)
                live.version &+= 1
            }
        }
        printProblems()
        observers.withLock { $0 }.notify(changed: [])
    }

    /// Changes the state, resolves every toggle, puts the new values in force at once, and then tells the observers.
    func update(_ change: (inout ToggleState) -> Void) {
        let changed = changing.withLock { _ in
            var next = live.withLock { $0 }
            change(&next.state)
            next.version &+= 1
            next.state.timestamp = timestamp
            let changed = next.refresh()
            // Marked before the words change and unmarked behind: who asks for somebody never gets everybody's new value
            // from the table first.
            targeted.replace(with: next.targeted.map { TargetedReadsBox($0) })
            table.mark(next.targeted?.marks ?? [], keepingOthers: true)
            if changed?.isEmpty != true {
                let values = next.shelf.guarded
                if !values.isEmpty { guarded.withLock { $0 = values } }
                if changed == nil {
                    table.fill(next.words, at: next.positions)
                } else {
                    table.publish(next.words, at: next.positions)
                }
            }
            table.mark(next.targeted?.marks ?? [], keepingOthers: false)
            live.withLock { $0 = next }
            return changed
        }
        printProblems()
        observers.withLock { $0 }.notify(changed: changed)
    }
}

/// Lets a ``HazardReference`` hold the reads, whatever their type.
private final class TargetedReadsBox: Sendable {
    let reads: any TargetedReads

    init(_ reads: any TargetedReads) {
        self.reads = reads
    }
}
