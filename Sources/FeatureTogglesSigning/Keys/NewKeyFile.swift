import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A key file to create.
struct NewKeyFile {
    let path: String
    let text: String
    let mode: mode_t

    /// Creates files durably, all or none, and never replaces one.
    ///
    /// A file appears with its whole content, because an empty one, from a process that was killed, would prevent the
    /// next attempt.
    ///
    /// - Throws: ``SigningError`` if a file exists or can't be written.
    static func create(_ files: [NewKeyFile]) throws(SigningError) {
        var temporaries: [String] = []
        var created: [String] = []
        defer { for path in temporaries { _ = unlink(path) } }
        do throws(SigningError) {
            for file in files {
                let name = ".toggles-\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
                let temporary = PathText.joined(PathText.folder(of: file.path), name)
                try file.write(to: temporary)
                temporaries.append(temporary)
            }
            for (file, temporary) in zip(files, temporaries) {
                try file.appear(from: temporary)
                created.append(file.path)
            }
            for file in files {
                if let number = FileWriting.synchronizeFolder(ofFile: file.path) { throw file.failure(number) }
            }
        } catch {
            for path in created { _ = unlink(path) }
            throw error
        }
    }

    private func write(to temporary: String) throws(SigningError) {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure(errno) }
        var number = FileWriting.write(Array(text.utf8), to: descriptor)
        if number == nil, fsync(descriptor) != 0 { number = errno }
        _ = close(descriptor)
        guard let number else { return }
        _ = unlink(temporary)
        throw failure(number)
    }

    /// Gives the temporary file its name, unless there is a file with it.
    private func appear(from temporary: String) throws(SigningError) {
        if link(temporary, path) == 0 { return }
        let number = errno
        // Some file systems have no links.
        guard number == EPERM || number == ENOTSUP, access(path, F_OK) != 0, rename(temporary, path) == 0 else {
            throw failure(number)
        }
    }

    private func failure(_ number: Int32) -> SigningError {
        let reason =
            number == EEXIST ? "it exists, and keys are never overwritten" : String(cString: strerror(number))
        return SigningError(.keyFile, "cannot write ‘\(path)’: \(reason)")
    }
}
