/// Beginning anew.
extension LockedFile {
    /// Gives the file a second name, under which it stays for good, and replaces it.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - status: The status of the file; `nil` when there is none.
    ///   - time: The time in seconds since 1970.
    /// - Returns: Where the old file is; `nil` when there was none.
    /// - Throws: An error after which the old content is in place.
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
            // The name has to be on the disk before the file has no other one.
            try synchronize()
            try replace(with: bytes, inheriting: status, keptAs: aside.path)
        } catch {
            undo(aside)
            throw error
        }
        return aside.path
    }
}
