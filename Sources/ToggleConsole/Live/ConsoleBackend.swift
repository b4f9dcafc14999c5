#if !RELEASE || InternalBuild
import Dispatch
package import FeatureToggles
import StoreMigration
import FeatureTogglesRemote

/// The world behind the console: a client that is shown, and the files that are changed.
///
/// It makes models and carries out effects; what it has to say it sends as events, from threads of its own. Effects are
/// carried out one after the other in the order in which they were asked for, so that nobody waits for a disk or a lock
/// while keys are pressed.
package final class ConsoleBackend: Sendable {
    /// What the console begins with.
    struct Start: Sendable {
        var model: ConsoleModel
        var memory: ConsoleMemory
        /// What went wrong while that was read.
        var notices: [String] = []
    }

    /// Takes events from any thread.
    typealias Send = @Sendable (ConsoleEvent) -> Void

    private struct State: Sendable {
        var send: Send?
        /// What was to be sent before somebody listened.
        var early: [String] = []
        /// What is wrong with the declarations.
        var manifestProblem: String?
        /// Tells when somebody else changes what is remembered.
        var watcher: FileWatcher?
        /// Tells when the app says something new of its migrations.
        var migrationWatcher: FileWatcher?
        var reload: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let keeper: Mutex<MemoryKeeper>
    private let source: Mutex<ModelSource?> = Mutex(nil)
    private let client: Mutex<ToggleClient>
    private let environment: String?
    private let files: ConsoleFiles?
    private let queue = DispatchQueue(label: "feature-toggles.console")

    /// Creates the world around a client.
    ///
    /// - Parameters:
    ///   - client: The client to show.
    ///   - environment: What the header calls the environment; `nil` for the name of the client's application.
    package init(_ client: ToggleClient, environment: String? = nil) {
        self.client = Mutex(client)
        self.environment = environment
        files = client.localDefaultsPath.map { ConsoleFiles(defaultsPath: $0) }
        keeper = Mutex(MemoryKeeper(path: files?.memory))
    }

    /// Shows another client from now on, as when the declarations changed.
    ///
    /// It has the same local defaults file.
    package func serve(_ client: ToggleClient) {
        self.client.withLock { $0 = client }
        source.withLock { $0 }?.serve(client)
    }

    /// Shows a sentence.
    package func notify(_ sentence: String) {
        let send: Send? = state.withLock { state in
            if state.send == nil { state.early.append(sentence) }
            return state.send
        }
        send?(.notice(sentence))
    }

    /// Says what is wrong with the declarations from now on, so that those before are shown; `nil` when nothing is.
    package func declare(problem: String?) {
        let send: Send? = state.withLock { state in
            state.manifestProblem = problem
            return state.send
        }
        send?(.manifest(problem: problem))
    }

    /// Says what else is to be read again when the person asks for it, such as the declarations.
    package func onReload(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.reload = action }
    }

    /// Begins: reads what is remembered, makes the first model, and sends every further one.
    func start(_ send: @escaping Send) -> Start {
        let source = ModelSource(client.withLock { $0 }, environment: environment) { send(.model($0)) }
        self.source.withLock { $0 = source }
        let (problem, memory) = keeper.withLock { ($0.read(), $0.memory) }
        let (early, manifestProblem) = state.withLock { state in
            defer { state.early = [] }
            state.send = send
            return (state.early, state.manifestProblem)
        }
        if let manifestProblem { send(.manifest(problem: manifestProblem)) }
        queue.async { [self] in
            watchMemory()
            watchMigrations()
        }
        return Start(model: source.start(), memory: memory, notices: early + (problem.map { [$0] } ?? []))
    }

    /// Carries out an effect that is about files or the client.
    ///
    /// - Parameter effect: The effect.
    /// - Returns: Whether it is one of those; the others are about the terminal.
    func perform(_ effect: ConsoleEffect) -> Bool {
        switch effect {
        case .write, .remember, .loadPresets, .savePreset, .deletePreset, .exportPreset, .importPreset, .replace,
            .reload:
            queue.async { [self] in carryOut(effect) }
            return true
        case .copy, .edit, .mouse, .redraw, .suspend, .quit:
            return false
        }
    }

    /// Returns when everything that was asked for is done, and sends nothing any more.
    func finish() {
        queue.sync {}
        source.withLock { $0 }?.stop()
        state.withLock { state in
            state.send = nil
            state.watcher = nil
            state.migrationWatcher = nil
        }
    }

    // MARK: On the queue

    private func send(_ event: ConsoleEvent) {
        state.withLock(\.send)?(event)
    }

    private func carryOut(_ effect: ConsoleEffect) {
        switch effect {
        case .write(let change): write(change)
        case .remember(let change):
            let (memory, notice) = remember(change)
            send(.remembered(change, memory: memory))
            if let notice { send(.notice(notice)) }
        case .reload: reload()
        default: carryOutPresets(effect)
        }
    }

    private func write(_ change: OverrideChange) {
        do throws(ConsoleFailure) {
            // What was to be undone may have come to nothing before it.
            guard keeper.withLock({ $0.memory.allows(change) }) else {
                throw ConsoleFailure("Nothing was written, since ‘\(change.title)’ is no longer in the history.")
            }
            try OverrideWriter(path: files?.defaults).write(change)
            readOverrides()
            let (memory, notice) = remember(.history(change))
            send(.written(change, failure: nil, memory: memory))
            if let notice { send(.notice(notice)) }
        } catch {
            // The model that comes first shows what is there instead.
            readOverrides()
            send(.written(change, failure: error.message))
        }
    }

    /// Shows what the local defaults file says now, without waiting for the system to report it.
    private func readOverrides() {
        #if !RELEASE || InternalBuild
        client.withLock { $0 }.reloadLocalDefaults()
        #endif
        source.withLock { $0 }?.refresh()
    }

    // MARK: Memory

    private func remember(_ change: MemoryChange) -> (memory: ConsoleMemory, notice: String?) {
        keeper.withLock { keeper in
            let notice = keeper.note(change)
            return (keeper.memory, notice)
        }
    }

    /// Follows what others note, such as commands and other consoles.
    private func watchMemory() {
        guard let files, state.withLock({ $0.send != nil }) else { return }
        // Without the system's watching, what others did is known with the next change here.
        let watcher = try? FileWatcher(path: files.memory) { [weak self] in
            guard let self else { return }
            queue.async { [self] in readMemory() }
        }
        state.withLock { $0.watcher = watcher }
        readMemory()
    }

    private func readMemory() {
        let (memory, notice) = keeper.withLock { keeper in
            let before = keeper.memory
            let notice = keeper.read()
            return (keeper.memory == before ? nil : keeper.memory, notice)
        }
        if let memory { send(.memory(memory)) }
        if let notice { send(.notice(notice)) }
    }

    /// Follows what the app says of its migrations.
    private func watchMigrations() {
        guard let files, state.withLock({ $0.send != nil }) else { return }
        let path = MigrationSummaryFile(besideDefaults: files.defaults).path
        let watcher = try? FileWatcher(path: path) { [weak self] in
            self?.queue.async { [weak self] in self?.source.withLock { $0 }?.refreshMigrations() }
        }
        state.withLock { $0.migrationWatcher = watcher }
        source.withLock { $0 }?.refreshMigrations()
    }

    private func reload() {
        let reload = state.withLock(\.reload)
        reload?()
        readOverrides()
        let client = client.withLock { $0 }
        guard client.remoteState != nil else { return }
        Task { [weak self] in
            do {
                try await client.fetchAndActivate(minimumInterval: .zero)
            } catch {
                self?.notify("The remote document could not be brought: \(error)")
            }
        }
    }

    // MARK: Presets

    private func carryOutPresets(_ effect: ConsoleEffect) {
        guard let files else {
            send(.presets([], failure: "There is no local defaults file, and so no presets beside it."))
            return
        }
        let store = PresetStore(folder: files.presets)
        var failure: String?
        var notice: String?
        var conflict: PresetConflict?
        func export(_ preset: Preset, _ path: String, isReplacing: Bool) throws(ConsoleFailure) {
            let path = Self.expanded(path)
            if try store.export(preset, path: path, isReplacing: isReplacing) {
                notice = "‘\(preset.name)’ is in \(path)."
            } else {
                conflict = .file(preset, path: path)
            }
        }
        do throws(ConsoleFailure) {
            switch effect {
            case .savePreset(let preset):
                if try !store.save(preset, isReplacing: false) { conflict = .preset(preset) }
            case .deletePreset(let name):
                try store.delete(name)
            case .exportPreset(let preset, let path):
                try export(preset, path, isReplacing: false)
            case .replace(.preset(let preset)):
                try store.save(preset)
            case .replace(.file(let preset, let path)):
                try export(preset, path, isReplacing: true)
            case .importPreset(let path):
                let preset = try store.import(path: Self.expanded(path))
                let count = preset.values.count
                notice = "‘\(preset.name)’ is a preset now, with \(count) \(count == 1 ? "value" : "values")."
            default: break
            }
        } catch {
            failure = error.message
        }
        let (presets, problems) = store.all()
        // What is wrong with another preset is no failure of this one.
        if effect == .loadPresets { failure = problems.first }
        send(.presets(presets, failure: failure, conflict: conflict))
        if let notice { send(.notice(notice)) }
    }

    /// A path with the home folder in place of `~`, as shells have it.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = SystemCalls.home else {
            return path
        }
        return home + path.dropFirst()
    }
}
#endif
