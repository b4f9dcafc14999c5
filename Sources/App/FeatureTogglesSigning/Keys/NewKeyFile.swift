import ToggleBase

/// A key file to create.
struct NewKeyFile {
    let path: String
    let text: String
    /// The permission bits.
    let mode: UInt32

    /// Creates files durably, all or none, and never replaces one.
    ///
    /// A file appears with its whole content, because an empty one, from a process that was killed, would prevent the
    /// next attempt.
    ///
    /// - Throws: ``SigningError`` if a file exists or can't be written.
    static func create(_ files: [NewKeyFile]) throws(SigningError) {
        var temporaries: [String] = []
        var created: [String] = []
        defer { temporaries.forEach(FileWriting.remove) }
        do throws(SigningError) {
            for file in files {
                let temporary = FileWriting.temporaryPath(
                    PathText.joined(PathText.folder(of: file.path), ".toggles-")
                )
                try file.write(to: temporary)
                temporaries.append(temporary)
            }
            for (file, temporary) in zip(files, temporaries) {
                try file.appear(from: temporary)
                created.append(file.path)
            }
            for file in files {
                if let error = FileWriting.synchronizeFolder(ofFile: file.path) { throw file.failure(error) }
            }
        } catch {
            created.forEach(FileWriting.remove)
            throw error
        }
    }

    private func write(to temporary: String) throws(SigningError) {
        do throws(SystemError) {
            try FileWriting.create(temporary, with: Array(text.utf8), mode: mode)
        } catch {
            throw failure(error)
        }
    }

    /// Gives the temporary file its name, unless there is a file with it.
    private func appear(from temporary: String) throws(SigningError) {
        let files = POSIXFileSystem()
        do throws(SystemError) {
            do throws(SystemError) {
                try files.link(temporary, to: path)
            } catch {
                // Some file systems have no links.
                guard error != .fileExists, (try? files.status(ofPath: path)) == nil else {
                    throw SystemError.fileExists
                }
                try files.rename(temporary, to: path)
            }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> SigningError {
        let reason = error == .fileExists ? "it exists, and keys are never overwritten" : error.message
        return SigningError(.keyFile, "cannot write ‘\(path)’: \(reason)")
    }
}
