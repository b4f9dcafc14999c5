import FeatureToggles
import ToggleBase
import ToggleTool

/// The copied state files of the apps that run on a device.
///
/// Each has a lock file that this process keeps locked, as the app does, so that the copies are read like the state files
/// of an app on this machine, and end with this process.
struct MirroredStates: Sendable {
    /// A copied state file.
    private struct Entry: Sendable {
        var bytes: [UInt8]
        var lock: Int32
    }

    private let folder: String
    /// The files by name without the suffix.
    private var entries: [String: Entry] = [:]
    /// The copies of remote documents by their path on the device, which includes a digest of the content.
    private var documents: [String: String] = [:]

    /// Refers to the folder next to a local defaults file, without creating it.
    init(besideDefaults path: String) { folder = StateFolder(besideDefaults: path).path }

    /// The files of running apps as they should be copied.
    struct New: Sendable {
        fileprivate var files: [String: [UInt8]] = [:]
        fileprivate var documents: [String: String] = [:]
    }

    /// Reads the state files of running apps from a device.
    ///
    /// - Parameters:
    ///   - container: The app's files.
    ///   - defaults: The path of the local defaults file in the container.
    ///   - notify: Receives notices, which can be the same each time.
    /// - Returns: The files.
    /// - Throws: ``DeviceError`` if they can't be read.
    func newStates(
        from container: PhoneContainer,
        beside defaults: String,
        notify: (String) -> Void
    ) throws(DeviceError) -> New {
        let path = "\(defaults.hasSuffix(".json") ? String(defaults.dropLast(5)) : defaults).state"
        let limit = StateFolder.maximumFileSize
        var files = try container.readFolder(path, suffix: ".json", limit: limit)
        // A file that the app replaces while the folder is copied makes the folder appear to be missing.
        if files.isEmpty, !entries.isEmpty { files = try container.readFolder(path, suffix: ".json", limit: limit) }
        guard !files.isEmpty else { return New() }
        let processes: Set<Int>?
        do throws(DeviceError) {
            processes = try container.processes()
        } catch {
            guard error.code != .unreachable, error.code != .timedOut else { throw error }
            processes = nil
            notify("It is unknown whether the app still runs, because the device's processes can't be listed. \(error)")
        }
        var new = New()
        for (name, bytes) in files {
            guard let process = Int(name.prefix { $0 != "-" }), processes?.contains(process) ?? true else { continue }
            new.files[String(name.dropLast(".json".count))] = withLocalDocument(bytes, container, &new.documents)
        }
        return new
    }

    /// Returns a state file with a copy of its remote document, because the path in it is one on the device.
    private func withLocalDocument(
        _ bytes: [UInt8],
        _ container: PhoneContainer,
        _ copied: inout [String: String]
    ) -> [UInt8] {
        guard case .object(var state)? = try? JSONReader().value(from: bytes),
            case .object(var remote)? = state["remote"],
            let path = remote["documentPath"]?.text
        else { return bytes }
        remote["documentPath"] = nil
        if let place = path.range(ofBytes: "/Library/") {
            let original = String(path[path.index(after: place.lowerBound)...])
            if let copy = documents[original] ?? copied[original] ?? copyDocument(original, container) {
                copied[original] = copy
                remote["documentPath"] = .string(copy)
            }
        }
        state["remote"] = .object(remote)
        return JSONWriter().bytes(.object(state))
    }

    /// Copies a remote document; returns `nil` if it can't be read.
    private func copyDocument(_ original: String, _ container: PhoneContainer) -> String? {
        guard let bytes = try? container.read(original, limit: StateFolder.maximumFileSize) else { return nil }
        let copies = PathText.joined(PathText.folder(of: folder), "documents")
        FileWriting.createFolder(copies)
        let copy = PathText.joined(copies, PathText.name(of: original))
        guard (try? FileWriting.replace(bytes, path: copy)) != nil else { return nil }
        ToolOutput.show(original, insteadOf: copy)
        return copy
    }

    /// Replaces the copies.
    ///
    /// - Throws: ``DeviceError`` if a file can't be written.
    mutating func replace(with new: New) throws(DeviceError) {
        documents.merge(new.documents) { $1 }
        for stem in entries.keys where new.files[stem] == nil { remove(stem) }
        if !new.files.isEmpty { FileWriting.createFolder(folder) }
        for (stem, bytes) in new.files where entries[stem]?.bytes != bytes {
            do throws(SystemError) {
                // The lock first, because a state file without it is that of an app that ended.
                if entries[stem] == nil { entries[stem] = Entry(bytes: bytes, lock: try lock(stem)) }
                entries[stem]?.bytes = bytes
            } catch {
                throw DeviceError(writing: FileFailure(path: folder, reason: error.message))
            }
            do throws(FileFailure) {
                try FileWriting.replace(bytes, path: path(stem, ".json"))
            } catch {
                throw DeviceError(writing: error)
            }
        }
    }

    /// Writes the same files again, so that their followers look at them.
    func rewrite() {
        for (stem, entry) in entries { try? FileWriting.replace(entry.bytes, path: path(stem, ".json")) }
    }

    private func lock(_ stem: String) throws(SystemError) -> Int32 {
        let files = POSIXFileSystem()
        let descriptor = try files.openLock(path(stem, ".lock"))
        guard try files.tryLock(descriptor) else {
            try? files.close(descriptor)
            throw SystemError.wouldBlock
        }
        return descriptor
    }

    private mutating func remove(_ stem: String) {
        guard let entry = entries.removeValue(forKey: stem) else { return }
        FileWriting.remove(path(stem, ".json"))
        FileWriting.remove(path(stem, ".lock"))
        try? POSIXFileSystem().unlock(entry.lock)
    }

    private func path(_ stem: String, _ suffix: String) -> String { PathText.joined(folder, stem + suffix) }
}

extension DeviceError {
    /// Creates the error for a copy that can't be written on this machine.
    init(writing failure: FileFailure) {
        self.init(.failed, "The copy of a file of the device can't be written on this machine: \(failure.reason).")
    }
}
