#if os(Linux) || os(Android)
/// The parts of Linux's `<sys/inotify.h>` that Swift can't import, because they are macros or have a variable size.
enum Inotify {
    static let modify: UInt32 = 0x0000_0002  // IN_MODIFY
    static let attributes: UInt32 = 0x0000_0004  // IN_ATTRIB
    static let closeWrite: UInt32 = 0x0000_0008  // IN_CLOSE_WRITE
    static let movedFrom: UInt32 = 0x0000_0040  // IN_MOVED_FROM
    static let movedTo: UInt32 = 0x0000_0080  // IN_MOVED_TO
    static let created: UInt32 = 0x0000_0100  // IN_CREATE
    static let deleted: UInt32 = 0x0000_0200  // IN_DELETE
    static let deletedSelf: UInt32 = 0x0000_0400  // IN_DELETE_SELF
    static let movedSelf: UInt32 = 0x0000_0800  // IN_MOVE_SELF
    static let overflow: UInt32 = 0x0000_4000  // IN_Q_OVERFLOW
    static let nonBlocking: UInt32 = 0o4000  // IN_NONBLOCK
    static let closeOnExec: UInt32 = 0o2000000  // IN_CLOEXEC

    /// The size in bytes of `struct inotify_event` without the name: wd, mask, cookie, and len, four bytes each.
    private static let headerSize = 16

    /// An event of a watched file or folder, or of a name in a watched folder.
    struct Event: Hashable {
        let watch: Int32
        let mask: UInt32
        /// The name in the watched folder, or empty if the event concerns the watched file or folder itself.
        let name: String

        /// Returns whether the event may be a change of the watched file.
        func matters(_ watches: [Int32: FileWatchPlan.Interest]) -> Bool {
            if mask & Inotify.overflow != 0 { return true }
            // The queue may still contain events of removed watches.
            guard let interest = watches[watch] else { return false }
            return name.isEmpty || interest.hasEntries || interest.names.contains(name)
        }
    }

    /// Returns the mask of a watch.
    static func mask(of interest: FileWatchPlan.Interest) -> UInt32 {
        var mask = deletedSelf | movedSelf
        if !interest.names.isEmpty || interest.hasEntries { mask |= created | deleted | movedFrom | movedTo }
        if interest.includesContent || interest.isFile { mask |= modify | closeWrite | attributes }
        return mask
    }

    /// Parses the events that were read from an inotify descriptor.
    ///
    /// A truncated last event is ignored.
    static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
        var events: [Event] = []
        var offset = 0
        while bytes.count - offset >= headerSize {
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let nameStart = offset + headerSize
            guard length <= bytes.count - nameStart else { break }
            let name = bytes[nameStart..<nameStart + length].prefix { $0 != 0 }
            events.append(
                Event(
                    watch: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                    mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                    name: String(decoding: name, as: UTF8.self)
                )
            )
            offset = nameStart + length
        }
        return events
    }
}
#endif
