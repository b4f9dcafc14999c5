/// A ``DurableFile`` while only this process can write it.
package struct LockedFile {
    /// The names of the auxiliary files in the file's folder.
    package struct Names {
        /// The maximum length of a name in file systems, minus the longest suffix.
        private static let longestStem = 180
        package static let keptCorruptFiles = 3

        package let folder: String
        private let stem: String

        package init(folder: String, name: String) {
            self.folder = folder
            guard name.utf8.count > Self.longestStem else {
                stem = name
                return
            }
            var start = name[...]
            while start.utf8.count > Self.longestStem - 17 { start.removeLast() }
            stem = "\(start)~\(String(ContentHash.of(Array(name.utf8)), radix: 16))"
        }

        package var lock: String { PathText.joined(folder, ".\(stem).lock") }
        package var previous: String { PathText.joined(folder, "\(stem).previous") }
        private var temporaryPrefix: String { ".\(stem).tmp-" }

        func prefix(of kind: Aside.Kind) -> String {
            switch kind {
            case .corrupt: "\(stem).corrupt-"
            case .backup: "\(stem).backup-"
            }
        }

        /// Returns a unique name for a temporary file.
        func temporary() -> String {
            let random = String(UInt64.random(in: .min ... .max), radix: 16)
            return PathText.joined(folder, "\(temporaryPrefix)\(ProcessEnvironment.processID)-\(random)")
        }

        /// Returns the paths of the temporary files that exist.
        func temporaryFiles(in fileSystem: any FileSystem) -> [String] {
            ((try? fileSystem.names(inFolder: folder)) ?? [])
                .filter { $0.utf8.starts(with: temporaryPrefix.utf8) }
                .map { PathText.joined(folder, $0) }
        }
    }

    package let file: DurableFile
    /// The path of the file itself, after following links.
    package let path: String
    package let names: Names
    package let folderDescriptor: Int32
    package let lockDescriptor: Int32

    package init(file: DurableFile, path: String, names: Names, folderDescriptor: Int32, lockDescriptor: Int32) {
        self.file = file
        self.path = path
        self.names = names
        self.folderDescriptor = folderDescriptor
        self.lockDescriptor = lockDescriptor
    }

    private var fileSystem: any FileSystem { file.fileSystem }

    /// Releases the lock.
    package func unlock() {
        try? fileSystem.close(folderDescriptor)
        try? fileSystem.unlock(lockDescriptor)
    }

    /// Returns the content and the status of the file, or `nil` if the file doesn't exist.
    package func content() throws(DurableFileError) -> (bytes: [UInt8], status: FileStatus)? {
        try file.content(of: path)
    }

    /// Returns the content before the last replacement, or `nil` if the file hasn't been replaced or the content can't be
    /// read.
    package func previousContent() -> [UInt8]? {
        (try? file.content(of: names.previous))?.bytes
    }

    /// Removes the temporary files of killed writers.
    ///
    /// Temporary files exist only while their writer holds the lock, so any existing one no longer has a writer.
    package func sweep() {
        for path in names.temporaryFiles(in: fileSystem) { try? fileSystem.remove(path) }
    }

    /// Makes the current file durable, in case its writer was killed before doing so.
    package func synchronize() throws(DurableFileError) {
        do throws(SystemError) {
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try fileSystem.openForReading(path)
            } catch  where error == .noSuchFileOrDirectory {
                return
            }
            defer { try? fileSystem.close(descriptor) }
            try fileSystem.synchronize(descriptor)
            try fileSystem.synchronizeFolder(folderDescriptor)
        } catch {
            throw file.failure(.unwritable, path, error, "Cannot make the file durable.")
        }
    }

    /// Durably replaces the whole content.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - status: The status of the replaced file, whose mode, owner, and attributes are preserved; `nil` for a new file.
    ///   - keptAs: Another name of the replaced file; `nil` keeps it as the previous file.
    ///   - keepsPrevious: Whether to keep a previous file. `false` also removes an existing one, for content that must
    ///     not be recoverable once it is replaced.
    ///   - prepare: Receives the path of the new file before the file has its final name.
    /// - Throws: An error that leaves the old content in place.
    package func replace(
        with bytes: [UInt8],
        inheriting status: FileStatus?,
        keptAs: String? = nil,
        keepsPrevious: Bool = true,
        preparing prepare: (String) -> Void = { _ in }
    ) throws(DurableFileError) {
        guard bytes.count <= file.maximumSize else { throw file.tooLarge(path) }
        let temporary = names.temporary()
        var oldName = keptAs
        // A second name for restoring the file. If this writer is killed, the next one removes it.
        var passingName: String?
        defer { if let passingName { try? fileSystem.remove(passingName) } }
        do throws(SystemError) {
            try write(bytes, to: temporary, inheriting: status, prepare)
            if status != nil, keptAs == nil {
                if keepsPrevious {
                    oldName = keepPrevious()
                } else {
                    let name = names.temporary()
                    if (try? fileSystem.link(path, to: name)) != nil { (oldName, passingName) = (name, name) }
                }
            }
            try fileSystem.rename(temporary, to: path)
        } catch {
            try? fileSystem.remove(temporary)
            throw file.failure(.unwritable, path, error, "Cannot replace the file.")
        }
        do throws(SystemError) {
            try fileSystem.synchronizeFolder(folderDescriptor)
        } catch {
            let isRolledBack = rollBack(to: oldName, hadFile: status != nil)
            throw file.failure(
                .unwritable,
                path,
                error,
                isRolledBack
                    ? "Cannot make the new file durable, so the old one was restored."
                    : "Cannot make the new file durable: it is in place, but may not survive a power loss."
            )
        }
        if !keepsPrevious { try? fileSystem.remove(names.previous) }
    }

    private func write(
        _ bytes: [UInt8],
        to path: String,
        inheriting status: FileStatus?,
        _ prepare: (String) -> Void
    ) throws(SystemError) {
        let descriptor = try fileSystem.create(path)
        var isOpen = true
        defer { if isOpen { try? fileSystem.close(descriptor) } }
        try fileSystem.writeAll(bytes, to: descriptor)
        if let status { fileSystem.inherit(status, ofPath: self.path, to: descriptor) }
        prepare(path)
        try fileSystem.synchronize(descriptor)
        isOpen = false
        try fileSystem.close(descriptor)
    }

    /// Links the file under its previous name and returns that name, or `nil` if the file system has no hard links.
    private func keepPrevious() -> String? {
        let temporary = names.temporary()
        guard (try? fileSystem.link(path, to: temporary)) != nil else { return nil }
        let isKept = (try? fileSystem.rename(temporary, to: names.previous)) != nil
        // Renaming does nothing if both names already refer to the same file.
        try? fileSystem.remove(temporary)
        return isKept ? names.previous : nil
    }

    /// Restores the old file.
    private func rollBack(to oldName: String?, hadFile: Bool) -> Bool {
        guard hadFile else { return (try? fileSystem.remove(path)) != nil }
        let temporary = names.temporary()
        guard let oldName, (try? fileSystem.link(oldName, to: temporary)) != nil else { return false }
        let isInPlace = (try? fileSystem.rename(temporary, to: path)) != nil
        try? fileSystem.remove(temporary)
        return isInPlace
    }

    /// A file that was set aside before its replacement.
    package struct Aside {
        package let path: String
        fileprivate let origin: Origin

        /// The reason for keeping a file.
        package enum Kind: Sendable {
            /// The file is unusable. The three newest such files are kept.
            case corrupt
            /// The user may want to restore the file. All such files are kept.
            case backup
        }

        fileprivate enum Origin {
            /// An earlier writer had already set the file aside.
            case found
            /// The file was given a second name.
            case linked
            /// The file was renamed.
            case renamed
        }
    }

    /// Gives a file a second name, under which it is kept after its replacement.
    ///
    /// It stays in place until it is replaced. If a writer set it aside and was then killed, it isn't set aside again.
    ///
    /// - Parameters:
    ///   - status: The status of the file.
    ///   - time: The time in seconds since 1970.
    ///   - kind: The reason for keeping the file.
    /// - Returns: The place where the file is kept.
    /// - Throws: An error if the file can't be kept; it must not be replaced then.
    package func setAside(
        _ status: FileStatus,
        at time: Int,
        as kind: Aside.Kind = .corrupt
    ) throws(DurableFileError) -> Aside {
        do throws(SystemError) {
            let kept = try keptNames(kind)
            for name in kept {
                let path = PathText.joined(names.folder, name.text)
                if (try? fileSystem.status(ofPath: path))?.identity == status.identity {
                    return Aside(path: path, origin: .found)
                }
            }
            let stamp = Self.utcStamp(time)
            var number = 1 + (kept.filter { $0.stamp == stamp && $0.number < 1_000_000 }.map(\.number).max() ?? 0)
            while true {
                let path = PathText.joined(names.folder, "\(names.prefix(of: kind))\(stamp)-\(number)")
                do throws(SystemError) {
                    let origin = try keep(as: path)
                    if kind == .corrupt {
                        for name in kept.dropLast(Names.keptCorruptFiles - 1) {
                            try? fileSystem.remove(PathText.joined(names.folder, name.text))
                        }
                    }
                    return Aside(path: path, origin: origin)
                } catch  where error == .fileExists {
                    number += 1
                }
            }
        } catch {
            throw file.failure(.unwritable, path, error, "Cannot set the file aside.")
        }
    }

    /// Reverts ``setAside(_:at:as:)`` for a file that was not replaced after all.
    package func undo(_ aside: Aside) {
        switch aside.origin {
        case .found: break
        case .linked: try? fileSystem.remove(aside.path)
        case .renamed: try? fileSystem.rename(aside.path, to: path)
        }
    }

    private func keep(as path: String) throws(SystemError) -> Aside.Origin {
        do throws(SystemError) {
            try fileSystem.link(self.path, to: path)
            return .linked
        } catch  where error.isUnsupportedLink {
            // Without hard links, the file is renamed. Until it is replaced, there is no file, which reads as empty.
            try fileSystem.rename(self.path, to: path)
            return .renamed
        }
    }

    /// The name of a file that was set aside: `<name>.corrupt-<time>-<number>`, or with `backup`.
    private struct KeptName {
        let text: String
        let stamp: String
        let number: Int
    }

    /// Returns the names of the files that were set aside, oldest first.
    private func keptNames(_ kind: Aside.Kind) throws(SystemError) -> [KeptName] {
        let prefix = names.prefix(of: kind)
        var kept: [KeptName] = []
        for text in try fileSystem.names(inFolder: names.folder) where text.utf8.starts(with: prefix.utf8) {
            let parts = text.dropFirst(prefix.count).split(separator: "-")
            guard parts.count == 2, let number = Int(parts[1]), number > 0, number < .max else { continue }
            let name = KeptName(text: text, stamp: String(parts[0]), number: number)
            // Linear, because there are only a few.
            let place = kept.firstIndex { (name.stamp, name.number) < ($0.stamp, $0.number) } ?? kept.count
            kept.insert(name, at: place)
        }
        return kept
    }

    /// Returns a time in the format `20261103T142501Z`.
    private static func utcStamp(_ time: Int) -> String {
        guard let date = CalendarDate(secondsSince1970: Int64(time)) else { return "\(time)" }
        let clock = SystemTime.clock(Int64(time), separator: "")
        return "\(date.description.filter { $0 != "-" })T\(clock)Z"
    }
}
