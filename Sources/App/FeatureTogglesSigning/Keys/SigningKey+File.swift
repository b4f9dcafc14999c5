import ToggleBase

extension SigningKey {
    /// Reads a private key file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which only its owner may be able to read or write.
    ///   - id: The key's identifier in envelopes; `nil` for the one in the file, or the derived one without it.
    /// - Throws: ``SigningError`` if the file can't be read, other users may read or write it, or it contains no
    ///   private key.
    public init(file path: String, id: String? = nil) throws(SigningError) {
        let text: [UInt8]
        let status: FileStatus
        do {
            (text, status) = try FileReading.content(path: path, limit: KeyText.maximumLength)
        } catch {
            throw SigningError(.keyFile, error.description)
        }
        guard status.mode & 0o077 == 0 else {
            // A public key may be readable by everyone, and changing the mode doesn't make it a private key.
            if (try? KeyText.publicKey(from: String(decoding: text, as: UTF8.self))) != nil {
                throw SigningError(.invalidKey, "‘\(path)’: this is a public key; signing requires the private one")
            }
            throw SigningError(
                .keyFile,
                """
                other users may access the private key ‘\(path)’ (its mode is \(String(status.mode, radix: 8))); run ‘chmod 600 \(path)’, and \
                create a new key if someone may have read it
                """
            )
        }
        do throws(SigningError) {
            try self.init(fileText: String(decoding: text, as: UTF8.self), id: id)
        } catch {
            throw SigningError(error.code, "‘\(path)’: \(error.message)")
        }
    }

    /// Writes a private key file that only its owner may read.
    ///
    /// - Parameter path: The path of the file, which must not exist, because keys are never overwritten.
    /// - Throws: ``SigningError`` if the file exists or can't be written.
    public func write(toFile path: String) throws(SigningError) {
        try NewKeyFile.create([NewKeyFile(path: path, text: fileText, mode: 0o600)])
    }

    /// Writes the private key file and the public key file, or neither.
    ///
    /// - Parameters:
    ///   - path: The path of the private key file.
    ///   - publicPath: The path of the public key file.
    /// - Throws: ``SigningError`` if a file exists or can't be written.
    package func write(toFile path: String, publicKeyFile publicPath: String) throws(SigningError) {
        try NewKeyFile.create([
            // The public one first, because a private key must not remain without it.
            NewKeyFile(path: publicPath, text: try trustedKey().fileText, mode: 0o644),
            NewKeyFile(path: path, text: fileText, mode: 0o600),
        ])
    }
}

extension TrustedKey {
    /// Reads a public key file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which contains PEM or base64 on one line.
    ///   - id: The key's identifier in envelopes; `nil` for the one in the file, or the derived one without it.
    ///   - generation: The key's generation.
    /// - Throws: ``SigningError`` if the file can't be read or contains no public key.
    public init(file path: String, id: String? = nil, generation: UInt64 = 0) throws(SigningError) {
        let text: [UInt8]
        do {
            text = try FileReading.bytes(path: path, limit: KeyText.maximumLength)
        } catch {
            throw SigningError(.keyFile, error.description)
        }
        do throws(SigningError) {
            try self.init(String(decoding: text, as: UTF8.self), id: id, generation: generation)
        } catch {
            throw SigningError(error.code, "‘\(path)’: \(error.message)")
        }
    }

    /// Writes a public key file.
    ///
    /// - Parameter path: The path of the file, which must not exist.
    /// - Throws: ``SigningError`` if the file exists or can't be written.
    public func write(toFile path: String) throws(SigningError) {
        try NewKeyFile.create([NewKeyFile(path: path, text: fileText, mode: 0o644)])
    }
}
