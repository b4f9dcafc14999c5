import Dispatch
import FeatureToggles
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// A copy of the files of a development build on a device.
///
/// The copy looks like the files of an app on this machine: its state files are those of running apps, and their lock
/// files are locked. Changes of the overrides are written back if the original wasn't changed in the meantime. The
/// device offers no lock, so the original is read before and after the copy is written.
final class PhoneMirror: OverrideMirror {
    /// The name of the device.
    let name: String
    /// The path of the copied local defaults file.
    let path: String
    let storeFolder: String
    let shownPath: String
    /// The options that select the app again.
    let words: [String]

    private let container: PhoneContainer
    /// The path of the original in the app's container.
    private let originalPath: String
    private let folder: ScratchFolder
    private let cancellation = Cancellation()
    /// Held while the copy is changed.
    private let copy: Mutex<Copy>
    private let status = Mutex(Status())
    private let queue = DispatchQueue(label: "feature-toggles.device")

    /// The copied files.
    private struct Copy {
        var states: MirroredStates
        /// The number of changes that were written, so that what was read before them is ignored.
        var changeCount = 0
    }

    private struct Status {
        /// When the files were read last, in seconds since 1970.
        var lastRead: Int64?
        /// Why the last attempt to read failed.
        var failure: String?
        /// The notices that were given, so that each is given once.
        var notices: Set<String> = []
        var notify: @Sendable (String) -> Void = { ToolOutput.warn("\($0)") }
        var isEnded = false
    }

    /// Finds a device and an app on it, and copies its files.
    ///
    /// - Parameters:
    ///   - word: The name or identifier of a device, or a bundle identifier, if the user gave one.
    ///   - bundle: The bundle identifier, if the user gave one.
    ///   - application: The application of the manifests.
    /// - Throws: ``ToolError`` if there is no such device, and ``DeviceError``.
    init(word: String?, bundle: String?, application: String) throws {
        let xcrun = try Xcrun.process(cancellation)
        folder = try ScratchFolder()
        let (phone, bundle) = try Phone.chosen(word: word, bundle: bundle, xcrun, folder: folder.path)
        container = PhoneContainer(bundle, on: phone, xcrun, folder: folder.path)
        name = phone.name
        words = container.words
        shownPath = "\(bundle) on \(phone.name)"
        path = PathText.joined(folder.path, "toggles.json")
        originalPath = LocalDefaultsFile.pathInContainer(application: application)
        storeFolder = Self.storeFolder(application, phone, bundle) ?? folder.path
        // Also for the folder of the state files, whose name begins in the same way.
        let original = String(originalPath.dropLast(".json".count))
        ToolOutput.show(original, insteadOf: PathText.joined(folder.path, "toggles"))
        copy = Mutex(Copy(states: MirroredStates(besideDefaults: path)))
        try read()
    }

    /// Returns the folder for the history, pins, and presets of an app on a device.
    private static func storeFolder(_ application: String, _ phone: Phone, _ bundle: String) -> String? {
        var environment = ToolFiles.environment
        environment["TOGGLES_DEFAULTS"] = nil
        let own = LocalDefaultsFile.defaultPath(application: application, environment: environment)
        return own.map { path in
            [UserFolders.name(ofApplication: phone.identifier), UserFolders.name(ofApplication: bundle)]
                .reduce(PathText.joined(PathText.folder(of: path), "devices")) { PathText.joined($0, $1) }
        }
    }

    var staleness: String? {
        status.withLock { status in
            guard status.failure != nil, let time = status.lastRead else { return nil }
            return "not read since \(SystemTime.clock(time)) UTC"
        }
    }

    func shown(_ text: String) -> String { ToolOutput.shown(text) }

    // MARK: Reading

    func refresh() throws(OverrideError) {
        do throws(DeviceError) {
            try read()
        } catch {
            note(failure: error)
            throw OverrideError("\(name) can't be read. \(error)")
        }
    }

    /// Copies the files from the device, unless the overrides are changed here in the meantime.
    private func read() throws(DeviceError) {
        let (changeCount, known) = copy.withLock { ($0.changeCount, $0.states) }
        let overrides = try container.read(originalPath, limit: LocalDefaultsFile.maximumSize)
        let states = try known.newStates(from: container, beside: originalPath) { [self] in notifyOnce($0) }
        try copy.withLock { copy throws(DeviceError) in
            guard copy.changeCount == changeCount else { return }
            try replace(with: overrides)
            try copy.states.replace(with: states)
        }
        let wasUnreachable = status.withLock { status in
            defer { (status.failure, status.lastRead) = (nil, SystemTime.secondsSince1970) }
            return status.failure != nil
        }
        if wasUnreachable {
            copy.withLock { $0.states.rewrite() }
            notify("\(name) can be read again.")
        }
    }

    /// Replaces the copy of the local defaults file.
    private func replace(with bytes: [UInt8]?) throws(DeviceError) {
        guard let bytes else { return FileWriting.remove(path) }
        if (try? FileReading.bytes(path: path, limit: bytes.count)) == bytes { return }
        do throws(FileFailure) {
            try FileWriting.replace(bytes, path: path)
        } catch {
            throw DeviceError(writing: error)
        }
    }

    // MARK: Writing

    func exchange(_ change: () throws(OverrideError) -> Void) throws(OverrideError) {
        let lock: LockedFile
        do throws(DurableFileError) {
            // Commands and consoles on this machine take turns.
            lock = try DurableFile(
                path: PathText.joined(storeFolder, "exchange"),
                maximumSize: LocalDefaultsFile.maximumSize,
                trust: .person
            ).lock(waiting: .seconds(60))
        } catch {
            throw OverrideError("Nothing was changed: \(error.message)")
        }
        defer { lock.unlock() }
        try copy.withLock { copy throws(OverrideError) in
            defer { copy.changeCount += 1 }
            try exchangeLocked(change)
        }
    }

    private func exchangeLocked(_ change: () throws(OverrideError) -> Void) throws(OverrideError) {
        let (before, previous): ([UInt8]?, [UInt8]?)
        do throws(DeviceError) {
            previous = try readPrevious()
            before = try container.read(originalPath, limit: LocalDefaultsFile.maximumSize)
            try replace(with: before)
            try replacePrevious(with: previous)
        } catch {
            throw OverrideError("Nothing was changed, because \(name) can't be read. \(error)")
        }
        let old = values
        try change()
        keepUnusable()
        guard let after = try? FileReading.bytes(path: path, limit: LocalDefaultsFile.maximumSize), after != before
        else { return }
        let new = values
        do throws(DeviceError) {
            try container.write(after, to: originalPath)
        } catch {
            return try settle(after, before, failure: error)
        }
        let found: [UInt8]?
        do throws(DeviceError) {
            found = try container.read(originalPath, limit: LocalDefaultsFile.maximumSize)
        } catch {
            try? replace(with: before)
            throw OverrideError("The change was copied to \(name), but could not be checked. \(error)")
        }
        if found == after {
            if let now = try? readPrevious(), now != previous {
                // The app keeps the version before each of its changes, so this is new if it changed the file meanwhile.
                notify(
                    """
                    The app on \(name) changed its overrides while this change was written, and this change replaced \
                    that one. Check the overrides.
                    """
                )
            }
            return
        }
        try? replace(with: found)
        let now = values
        let lost = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] && now[$0] != new[$0] }
        if found != nil, lost.isEmpty { return }
        throw OverrideError(
            """
            The app on \(name) changed its overrides at the same time, and its change replaced this one\
            \(lost.isEmpty ? "" : " (\(lost.sorted().joined(separator: ", ")))"). Make it again.
            """,
            code: .conflict
        )
    }

    /// Finds out whether a change was written, although copying it failed.
    private func settle(_ after: [UInt8], _ before: [UInt8]?, failure: DeviceError) throws(OverrideError) {
        let found: [UInt8]?
        do throws(DeviceError) {
            found = try container.read(originalPath, limit: LocalDefaultsFile.maximumSize)
        } catch {
            try? replace(with: before)
            throw OverrideError(
                """
                It is unknown whether \(name) has the change, because the connection was lost while it was written. \
                \(failure) Then check the overrides.
                """
            )
        }
        if found == after { return }
        try? replace(with: found)
        throw OverrideError(
            found == before
                ? "Nothing was changed on \(name). \(failure)"
                : "The change was not written to \(name), whose overrides were changed by the app. \(failure)"
        )
    }

    /// The overrides in the copy; empty if it can't be read.
    private var values: [String: JSONValue] { (try? LocalDefaultsFile(path: path).read().values) ?? [:] }

    private func readPrevious() throws(DeviceError) -> [UInt8]? {
        try container.read("\(originalPath).previous", limit: LocalDefaultsFile.maximumSize)
    }

    /// Makes the version before the app's last change available for restoring an unusable file.
    private func replacePrevious(with bytes: [UInt8]?) throws(DeviceError) {
        let path = "\(path).previous"
        guard let bytes else { return FileWriting.remove(path) }
        do throws(FileFailure) {
            try FileWriting.replace(bytes, path: path)
        } catch {
            throw DeviceError(writing: error)
        }
    }

    /// Keeps the copy of an unusable file that was set aside.
    private func keepUnusable() {
        let prefix = "\(PathText.name(of: path)).corrupt-"
        for name in DurableFile.names(inFolder: folder.path) where name.hasPrefix(prefix) {
            let kept = PathText.joined(storeFolder, name)
            let aside = PathText.joined(folder.path, name)
            guard let bytes = try? FileReading.bytes(path: aside, limit: LocalDefaultsFile.maximumSize),
                (try? FileWriting.replace(bytes, path: kept)) != nil
            else { continue }
            FileWriting.remove(aside)
            ToolOutput.show(kept, insteadOf: aside)
            notify("The unusable file of \(self.name) is kept on this machine as \(kept).")
        }
    }

    // MARK: Following

    /// Reads the files once a second until ``end()``.
    ///
    /// - Parameter notify: Receives notices.
    func follow(notify: @escaping @Sendable (String) -> Void) {
        status.withLock { $0.notify = notify }
        schedule(after: .seconds(1))
    }

    private func schedule(after delay: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, !status.withLock(\.isEnded) else { return }
            do throws(DeviceError) {
                try read()
                schedule(after: .seconds(1))
            } catch {
                guard !status.withLock(\.isEnded) else { return }
                note(failure: error)
                // A device that is gone doesn't come back within a second.
                schedule(after: .seconds(3))
            }
        }
    }

    /// Records a failure to read, and gives a notice if it is a new one.
    private func note(failure error: DeviceError) {
        let isNew = status.withLock { status in
            defer { status.failure = error.description }
            return status.failure != error.description
        }
        guard isNew else { return }
        notify("\(name) can't be read. \(error)")
        // The state files are written again, so that the console shows that they are old.
        copy.withLock { $0.states.rewrite() }
    }

    /// Stops following, ends the programs that run, and removes the copies.
    func end() {
        status.withLock { $0.isEnded = true }
        cancellation.cancel()
        queue.sync {}
        folder.remove()
    }

    private func notify(_ sentence: String) {
        status.withLock(\.notify)(sentence)
    }

    private func notifyOnce(_ sentence: String) {
        if status.withLock({ $0.notices.insert(sentence).inserted }) { notify(sentence) }
    }
}
