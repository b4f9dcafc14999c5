#if !RELEASE || InternalBuild
import Dispatch
package import FeatureToggles
import Synchronization

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
        var notice: String?
    }

    /// Takes events from any thread.
    typealias Send = @Sendable (ConsoleEvent) -> Void

    private struct State: Sendable {
        var send: Send?
        /// What was to be sent before somebody listened.
        var early: [String] = []
        /// What was remembered the last time.
        var remembered = ConsoleMemory()
        /// The last sentence about memory that cannot be kept, which is not repeated.
        var memoryProblem: String?
        var reload: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
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

    /// Says what else is to be read again when the person asks for it, such as the declarations.
    package func onReload(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.reload = action }
    }

    /// Begins: reads what is remembered, makes the first model, and sends every further one.
    func start(_ send: @escaping Send) -> Start {
        let source = ModelSource(client.withLock { $0 }, environment: environment) { send(.model($0)) }
        self.source.withLock { $0 = source }
        let (memory, problem) = files.map { MemoryStore(path: $0.memory).read() } ?? (ConsoleMemory(), nil)
        let early = state.withLock { state in
            defer { state.early = [] }
            state.send = send
            state.remembered = memory
            return state.early
        }
        return Start(model: source.start(), memory: memory, notice: problem ?? early.last)
    }

    /// Carries out an effect that is about files or the client.
    ///
    /// - Parameter effect: The effect.
    /// - Returns: Whether it is one of those; the others are about the terminal.
    func perform(_ effect: ConsoleEffect) -> Bool {
        switch effect {
        case .write, .remember, .loadPresets, .savePreset, .deletePreset, .exportPreset, .importPreset, .reload:
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
        state.withLock { $0.send = nil }
    }

    // MARK: On the queue

    private func send(_ event: ConsoleEvent) {
        state.withLock(\.send)?(event)
    }

    private func carryOut(_ effect: ConsoleEffect) {
        switch effect {
        case .write(let change): write(change)
        case .remember(let memory): remember(memory)
        case .reload: reload()
        default: carryOutPresets(effect)
        }
    }

    private func write(_ change: OverrideChange) {
        do throws(ConsoleFailure) {
            let notice = try OverrideWriter(path: files?.defaults).write(change)
            readOverrides()
            send(.written(change, failure: nil))
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

    private func remember(_ memory: ConsoleMemory) {
        guard let files else { return }
        let base = state.withLock(\.remembered)
        guard base != memory else { return }
        do throws(ConsoleFailure) {
            let notice = try MemoryStore(path: files.memory).update { file in
                file = memory.merged(with: file, since: base)
            }
            state.withLock { state in
                state.remembered = memory
                state.memoryProblem = nil
            }
            if let notice { send(.notice(notice)) }
        } catch {
            let isNew = state.withLock { state in
                defer { state.memoryProblem = error.message }
                return state.memoryProblem != error.message
            }
            if isNew { send(.notice(error.message)) }
        }
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
        do throws(ConsoleFailure) {
            switch effect {
            case .savePreset(let preset):
                try store.save(preset)
            case .deletePreset(let name):
                try store.delete(name)
            case .exportPreset(let preset, let path):
                try store.export(preset, path: path)
                notice = "‘\(preset.name)’ is in \(path)."
            case .importPreset(let path):
                let preset = try store.import(path: path)
                let count = preset.values.count
                notice = "‘\(preset.name)’ is a preset now, with \(count) \(count == 1 ? "value" : "values")."
            default: break
            }
        } catch {
            failure = error.message
        }
        let (presets, problems) = store.all()
        send(.presets(presets, failure: failure ?? problems.first))
        if let notice { send(.notice(notice)) }
    }
}
#endif
