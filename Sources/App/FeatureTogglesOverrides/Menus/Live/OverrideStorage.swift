#if OVERRIDES
import ToggleBase
package import Dispatch

/// Changes an application's local defaults file, saved state, and presets for a menu, and reports the results.
///
/// Requests are carried out on a serial queue, so the menu never waits for a disk or a lock. Reports are sent from the
/// queue and from other threads.
package final class OverrideStorage: Sendable {
    /// Receives reports on any thread.
    package typealias Send = @Sendable (OverrideReport) -> Void

    private struct State: Sendable {
        var send: Send?
        var reloadOverrides: (@Sendable () -> Void)?
        /// Reports when another program changes the saved state.
        var watcher: FileWatcher?
    }

    /// The files, or `nil` if there is no local defaults file.
    package let files: ConsoleFiles?
    /// The queue on which requests are carried out.
    package let queue = DispatchQueue(label: "feature-toggles.override-storage")
    private let state = Mutex(State())
    private let keeper: Mutex<MemoryKeeper>

    /// Creates a storage for files without reading or writing them.
    package init(_ files: ConsoleFiles?) {
        self.files = files
        keeper = Mutex(MemoryKeeper(path: files?.memory))
    }

    /// Reads the saved state, and starts to watch it for changes by other programs.
    ///
    /// - Parameters:
    ///   - reloadOverrides: Makes the client read the local defaults file, instead of waiting until it notices a change.
    ///   - send: Receives reports.
    /// - Returns: The saved state, and a message if it can't be used.
    package func start(
        reloadingOverrides reloadOverrides: @escaping @Sendable () -> Void,
        _ send: @escaping Send
    ) -> (memory: ConsoleMemory, problem: String?) {
        let (problem, memory) = keeper.withLock { ($0.read(), $0.memory) }
        state.withLock { state in
            state.send = send
            state.reloadOverrides = reloadOverrides
        }
        queue.async { [self] in watchMemory() }
        return (memory, problem)
    }

    /// Starts a request without waiting for it; a report has the result.
    package func perform(_ request: OverrideRequest) {
        queue.async { [self] in
            switch request {
            case .write(let change): write(change)
            case .remember(let change):
                let (memory, notice) = remember(change)
                send(.remembered(change, memory: memory))
                if let notice { send(.notice(notice)) }
            case .loadPresets, .savePreset, .deletePreset, .exportPreset, .importPreset, .replace:
                performOnPresets(request)
            }
        }
    }

    /// Makes the client read the local defaults file again, without waiting for it.
    package func reload() {
        queue.async { [self] in state.withLock(\.reloadOverrides)?() }
    }

    /// Waits for all requests.
    package func wait() {
        queue.sync {}
    }

    /// Waits for all requests, and stops sending reports.
    package func finish() {
        wait()
        stop()
    }

    /// Stops sending reports; requests are still carried out.
    package func stop() {
        state.withLock { $0 = State() }
    }

    // MARK: On the queue

    private func send(_ report: OverrideReport) {
        state.withLock(\.send)?(report)
    }

    private func write(_ change: OverrideChange) {
        let reloadOverrides = state.withLock(\.reloadOverrides)
        do throws(OverrideError) {
            // An earlier request may have removed the step from the history.
            guard keeper.withLock({ $0.memory.allows(change) }) else {
                throw OverrideError("Nothing was written, since ‘\(change.title)’ is no longer in the history.")
            }
            try OverrideWriter(files).write(change)
            reloadOverrides?()
            let (memory, notice) = remember(.history(change))
            send(.written(change, failure: nil, memory: memory))
            if let notice { send(.notice(notice)) }
        } catch {
            // Send the model with the actual overrides before the failure.
            reloadOverrides?()
            send(.written(change, failure: error.description))
        }
    }

    // MARK: Saved state

    private func remember(_ change: MemoryChange) -> (memory: ConsoleMemory, notice: String?) {
        keeper.withLock { keeper in
            let notice = keeper.note(change)
            return (keeper.memory, notice)
        }
    }

    /// Watches the saved state for changes by other programs, such as commands and other menus.
    private func watchMemory() {
        guard let files, state.withLock({ $0.send != nil }) else { return }
        // Without a file watcher, such changes become visible after the next change in this menu.
        let watcher = try? FileWatcher(path: files.defaults, and: { files.memory }) { [weak self] in
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

    // MARK: Presets

    private func performOnPresets(_ request: OverrideRequest) {
        guard let files else {
            send(.presets([], failure: "There is no local defaults file, so there are no presets."))
            return
        }
        let store = PresetStore(folder: files.presets)
        var failure: String?
        var notice: String?
        var conflict: PresetConflict?
        func export(_ preset: Preset, _ path: String, isReplacing: Bool) throws(OverrideError) {
            if try store.export(preset, path: path, isReplacing: isReplacing) {
                notice = "‘\(preset.name)’ was exported to \(path)."
            } else {
                conflict = .file(preset, path: path)
            }
        }
        func saved(_ preset: Preset) -> String {
            "‘\(preset.name)’ was saved with \(preset.values.count.counted("value"))."
        }
        do throws(OverrideError) {
            switch request {
            case .savePreset(let preset):
                if try store.save(preset, isReplacing: false) {
                    notice = saved(preset)
                } else {
                    conflict = .preset(preset)
                }
            case .deletePreset(let name):
                try store.delete([name])
            case .exportPreset(let preset, let path):
                try export(preset, path, isReplacing: false)
            case .replace(.preset(let preset)):
                try store.save(preset)
                notice = saved(preset)
            case .replace(.file(let preset, let path)):
                try export(preset, path, isReplacing: true)
            case .importPreset(let path):
                let preset = try store.import(path: path)
                let count = preset.values.count
                notice = "‘\(preset.name)’ was imported with \(count.counted("value"))."
            case .write, .remember, .loadPresets: break
            }
        } catch {
            failure = error.description
        }
        let (presets, problems) = store.all()
        // A problem with another preset is not a failure of this request.
        if request == .loadPresets { failure = problems.first }
        send(.presets(presets, failure: failure, conflict: conflict))
        if let notice { send(.notice(notice)) }
    }
}
#endif
