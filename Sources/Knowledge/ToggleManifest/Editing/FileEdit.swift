package import ToggleBase

/// A change to a file that people and other tools may also edit.
package struct FileEdit: Sendable {
    /// The path.
    package let path: String
    /// The content that was read from the file; `nil` if the file doesn't exist and is to be created.
    package let old: [UInt8]?
    /// The content to replace it with; `nil` to delete the file.
    package let new: [UInt8]?

    /// Creates an edit; nothing is read or written.
    package init(path: String, old: [UInt8]?, new: [UInt8]?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

extension FileWriting {
    /// Replaces, creates, or deletes files that haven't changed since they were read: either all of them or none.
    ///
    /// Each file is compared immediately before it is replaced, so that what another program saved since then is kept.
    /// If the process is killed between two replacements, the files after it keep their old contents.
    ///
    /// - Parameters:
    ///   - edits: The files, which are replaced in this order.
    ///   - willReplace: A closure that is called before a file is compared and replaced.
    /// - Throws: ``FileFailure`` if a file is read-only, has changed, or can't be replaced; files that were already replaced
    ///   are restored.
    package static func replace(
        _ edits: [FileEdit],
        willReplace: (FileEdit) -> Void = { _ in }
    ) throws(FileFailure) {
        var replacements: [(edit: FileEdit, target: String, temporary: String)] = []
        defer { for replacement in replacements { remove(replacement.temporary) } }
        for edit in edits {
            let target = target(of: edit.path)
            try refuseReadOnly(edit.path)
            // A file to delete is first moved to the temporary path.
            let temporary =
                if let new = edit.new {
                    try temporary(new, path: edit.path, target: target)
                } else {
                    temporaryPath("\(target).")
                }
            replacements.append((edit, target, temporary))
        }
        for edit in edits {
            do throws(FileFailure) {
                try check(edit)
            } catch {
                throw withNothingChanged(error)
            }
        }
        for (index, replacement) in replacements.enumerated() {
            do throws(FileFailure) {
                willReplace(replacement.edit)
                try check(replacement.edit)
                do throws(SystemError) {
                    if replacement.edit.old == nil {
                        // Never overwrites a file that another program creates at the same time.
                        try POSIXFileSystem().link(replacement.temporary, to: replacement.target)
                    } else if replacement.edit.new != nil {
                        try POSIXFileSystem().rename(replacement.temporary, to: replacement.target)
                    } else {
                        try POSIXFileSystem().rename(replacement.target, to: replacement.temporary)
                    }
                } catch {
                    throw FileFailure(path: replacement.edit.path, reason: error.message)
                }
            } catch {
                let unrestored = replacements[..<index].reversed().filter { !restore($0.edit, $0.target, $0.temporary) }
                    .map { "‘\($0.edit.path)’" }
                guard unrestored.isEmpty else {
                    throw FileFailure(
                        path: error.path,
                        reason: "\(error.reason). \(unrestored.joined(separator: ", ")) was already changed"
                    )
                }
                throw withNothingChanged(error)
            }
        }
        // The files are already replaced, so an error of a file system that doesn't support this is ignored.
        for replacement in replacements {
            // Nothing is left of a deleted file, not even a link to it.
            let path = replacement.edit.path
            if replacement.edit.new == nil, replacement.target != path { remove(path) }
            _ = synchronizeFolder(ofFile: replacement.target)
        }
    }

    /// Throws if a file is read-only.
    ///
    /// Renaming replaces even read-only files, but a read-only file is protected on purpose.
    private static func refuseReadOnly(_ path: String) throws(FileFailure) {
        guard let status = try? POSIXFileSystem().status(ofTarget: path), status.mode & 0o222 == 0 else { return }
        let command = "chmod u+w \(path.quotedForShell)"
        throw FileFailure(
            path: path,
            reason: "it is read-only. If it may be changed, run `\(command)`, and then this command again"
        )
    }

    private static func withNothingChanged(_ error: FileFailure) -> FileFailure {
        FileFailure(path: error.path, reason: "\(error.reason). Nothing was changed here; run the command again")
    }

    /// Throws if the file has changed since it was read.
    private static func check(_ edit: FileEdit) throws(FileFailure) {
        guard let old = edit.old else {
            guard FileReading.exists(edit.path) else { return }
            throw FileFailure(path: edit.path, reason: "another program created it at the same time")
        }
        let isSame: Bool
        do throws(FileFailure) {
            isSame = try FileReading.bytes(path: edit.path, limit: .max - 1) == old
        } catch {
            throw FileFailure(path: edit.path, reason: error.reason)
        }
        guard isSame else {
            throw FileFailure(
                path: edit.path,
                reason: "another program changed it at the same time"
            )
        }
    }

    /// Restores the old content, unless the file has changed again; returns whether it was restored.
    private static func restore(_ edit: FileEdit, _ target: String, _ temporary: String) -> Bool {
        if let new = edit.new { return (try? replace([FileEdit(path: edit.path, old: new, new: edit.old)])) != nil }
        // A new file with the same name is kept.
        return (try? POSIXFileSystem().link(temporary, to: target)) != nil
            || !FileReading.exists(target) && (try? POSIXFileSystem().rename(temporary, to: target)) != nil
    }

    /// Creates a file; never overwrites one that another program creates at the same time.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file. Its folder must exist.
    /// - Throws: ``FileFailure`` if the file already exists or can't be written.
    package static func create(_ bytes: [UInt8], path: String) throws(FileFailure) {
        let temporary = try temporary(bytes, path: path, target: path)
        defer { remove(temporary) }
        let files = POSIXFileSystem()
        do throws(SystemError) {
            do throws(SystemError) {
                try files.link(temporary, to: path)
            } catch {
                // Some file systems have no hard links.
                guard error != .fileExists, (try? files.status(ofPath: path)) == nil else {
                    throw SystemError.fileExists
                }
                try files.rename(temporary, to: path)
            }
        } catch {
            throw FileFailure(path: path, reason: error.message)
        }
    }
}
