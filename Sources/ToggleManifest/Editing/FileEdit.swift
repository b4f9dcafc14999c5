package import SystemBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What becomes of a file that people and other tools edit, too.
package struct FileEdit: Sendable {
    /// The path.
    package let path: String
    /// The content that was read.
    package let old: [UInt8]
    /// The content that takes its place.
    package let new: [UInt8]

    /// Names a file with both contents; nothing is read or written.
    package init(path: String, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.old = old
        self.new = new
    }
}

extension FileWriting {
    /// Puts new contents in place of files that are still as they were read: of all of them, or of none.
    ///
    /// What another program saved since then is compared last thing before a file is replaced, and stays.
    ///
    /// - Parameters:
    ///   - edits: The files, which are replaced in this order.
    ///   - willReplace: Called before a file is compared and replaced.
    /// - Throws: ``Failure`` when a file is another one now or cannot be replaced; all of them are as they were.
    package static func replace(
        _ edits: [FileEdit],
        willReplace: (FileEdit) -> Void = { _ in }
    ) throws(Failure) {
        var replacements: [(edit: FileEdit, target: String, temporary: String)] = []
        defer { for replacement in replacements { unlink(replacement.temporary) } }
        for edit in edits {
            let target = target(of: edit.path)
            let temporary = try temporary(edit.new, path: edit.path, target: target)
            replacements.append((edit, target, temporary))
        }
        for edit in edits {
            do throws(Failure) {
                try check(edit)
            } catch {
                throw withNothingChanged(error)
            }
        }
        for (index, replacement) in replacements.enumerated() {
            do throws(Failure) {
                willReplace(replacement.edit)
                try check(replacement.edit)
                guard rename(replacement.temporary, replacement.target) == 0 else {
                    throw Failure(path: replacement.edit.path, reason: lastReason)
                }
            } catch {
                let stuck = edits[..<index].reversed().filter { !takeBack($0) }.map { "‘\($0.path)’" }
                guard stuck.isEmpty else {
                    throw Failure(
                        path: error.path,
                        reason: "\(error.reason). \(stuck.joined(separator: ", ")) was changed already"
                    )
                }
                throw withNothingChanged(error)
            }
        }
    }

    private static func withNothingChanged(_ error: Failure) -> Failure {
        Failure(path: error.path, reason: "\(error.reason). Nothing was changed here; run the command again")
    }

    /// Throws if the file has changed since it was read.
    private static func check(_ edit: FileEdit) throws(Failure) {
        let isSame: Bool
        do throws(FileReading.Failure) {
            isSame = try FileReading.bytes(path: edit.path, limit: .max - 1) == edit.old
        } catch {
            throw Failure(path: edit.path, reason: error.reason)
        }
        guard isSame else {
            throw Failure(
                path: edit.path,
                reason: "another program changed it at the same moment"
            )
        }
    }

    /// Puts the old content back, unless there is a newer one by now.
    private static func takeBack(_ edit: FileEdit) -> Bool {
        (try? replace([FileEdit(path: edit.path, old: edit.new, new: edit.old)])) != nil
    }

    /// Creates a file that is not there yet; one that another program creates at the same moment stays.
    ///
    /// - Parameters:
    ///   - bytes: What the file shall hold.
    ///   - path: The path of the file, whose folder exists.
    /// - Throws: ``Failure`` when there is such a file, or it cannot be written.
    package static func create(_ bytes: [UInt8], path: String) throws(Failure) {
        let temporary = try temporary(bytes, path: path, target: path)
        defer { unlink(temporary) }
        if link(temporary, path) == 0 { return }
        let number = errno
        var status = stat()
        // Some file systems have no hard links.
        guard number != EEXIST, lstat(path, &status) != 0 else {
            throw Failure(path: path, reason: String(cString: strerror(EEXIST)))
        }
        if rename(temporary, path) != 0 { throw Failure(path: path, reason: lastReason) }
    }
}
