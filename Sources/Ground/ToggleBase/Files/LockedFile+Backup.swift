/// Replacing a file with a backup.
extension LockedFile {
    /// Replaces the file, and keeps the old one permanently under another name.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - status: The status of the file; `nil` if there is no file.
    ///   - time: The time in seconds since 1970.
    /// - Returns: The path of the old file, or `nil` if there was none.
    /// - Throws: An error that leaves the old content in place.
    package func replaceKeepingBackup(
        with bytes: [UInt8],
        of status: FileStatus?,
        at time: Int
    ) throws(DurableFileError) -> String? {
        guard let status else {
            try replace(with: bytes, inheriting: nil)
            return nil
        }
        let aside = try setAside(status, at: time, as: .backup)
        do throws(DurableFileError) {
            // The new name must be durable before the file loses its old one.
            try synchronize()
            try replace(with: bytes, inheriting: status, keptAs: aside.path)
        } catch {
            undo(aside)
            throw error
        }
        return aside.path
    }
}
