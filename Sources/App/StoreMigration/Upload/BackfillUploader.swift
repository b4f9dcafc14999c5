/// The app's connection to a server that runs its backfill.
///
/// The server stores each upload under its user and digest, so that it can be continued after any failure. Every method
/// can be called again after an error, or after the app was killed, even if the server has already done what it asks.
public protocol BackfillUploader: Sendable {
    /// Returns how many bytes of a file the server has: 0 for an unknown file, and the whole size for a finished one.
    ///
    /// If the server has more bytes than the file, the upload is ended by ``finish(_:)``, which discards them.
    ///
    /// - Throws: Any error; ``DeviceBackfill/advance()`` throws it, and continues there when it is called again.
    func offset(of upload: BackfillUpload) async throws -> Int

    /// Appends bytes to a file on the server.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at most the chunk size of the ``DeviceBackfill``.
    ///   - offset: Their offset in the file. The server rejects another one than it has.
    ///   - upload: The file.
    /// - Throws: Any error, after which the server has either all, some, or none of the bytes.
    func send(_ bytes: [UInt8], at offset: Int, of upload: BackfillUpload) async throws

    /// Ends an upload: the server compares the digest, and lets the user wait for the backfill.
    ///
    /// A server with a ``BackfillQueue`` sets the start of the user's dual writes in the new store to that of the upload.
    /// A repeated call then changes nothing, and a later export, which has another start, is copied again.
    ///
    /// - Returns: Whether the digest matched. If it didn't, the server has discarded the bytes.
    /// - Throws: Any error.
    func finish(_ upload: BackfillUpload) async throws -> Bool

    /// Returns the phase of the user's backfill of a finished file, or `nil` if the server doesn't know the file.
    ///
    /// - Throws: Any error.
    func phase(of upload: BackfillUpload) async throws -> QueuedUser.Phase?

    /// Returns why the backfill of a file failed, for example ``QueuedUser/failure``, or `nil` if that is unknown.
    ///
    /// It is called if the phase is ``QueuedUser/Phase/failed``. By default, the reason is unknown.
    ///
    /// - Throws: Any error.
    func failure(of upload: BackfillUpload) async throws -> String?
}

extension BackfillUploader {
    /// Returns `nil`.
    public func failure(of upload: BackfillUpload) async throws -> String? { nil }
}
