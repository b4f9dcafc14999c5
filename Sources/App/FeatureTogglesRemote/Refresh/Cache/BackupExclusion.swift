#if canImport(Darwin)
import Darwin
#endif

/// Excludes files and folders from backups on Apple platforms.
///
/// It does the same as `URLResourceValues.isExcludedFromBackup`, without Foundation.
enum BackupExclusion {
    /// The extended attribute that backups read.
    static let attribute = "com.apple.metadata:com_apple_backup_excludeItem"

    /// The string "com.apple.backupd" as a binary property list.
    static let value: [UInt8] = {
        let text = Array("com.apple.backupd".utf8)
        let header = Array("bplist00".utf8)
        // An ASCII string, whose length follows as an integer of one byte.
        let string = [0x5F, 0x10, UInt8(text.count)] + text
        let offsets = [UInt8(header.count)]
        let unused = [UInt8](repeating: 0, count: 6)
        let sizes: [UInt8] = [1, 1]
        let trailer = [1, 0, header.count + string.count].flatMap { number in
            [UInt8](repeating: 0, count: 7) + [UInt8(number)]
        }
        return header + string + offsets + unused + sizes + trailer
    }()

    /// Excludes a file, or a folder and its content; does nothing on platforms without such an attribute.
    ///
    /// A failure is ignored: its only effect is that the file or folder is in the backup.
    static func mark(_ path: String) {
        #if canImport(Darwin)
        _ = setxattr(path, attribute, value, value.count, 0, 0)
        #endif
    }
}
