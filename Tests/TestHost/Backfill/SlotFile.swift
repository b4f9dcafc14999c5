import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file of slots with the same size, which several processes change while one of them holds the lock.
///
/// A slot is written with one call, and never crosses a page, so a killed process leaves the old or the new content.
final class SlotFile: Sendable {
    struct Failure: Error {
        let what: String
    }

    /// What a process can do while it holds the lock.
    struct Locked {
        let descriptor: Int32
        let slotSize: Int

        func read(_ offset: Int, _ count: Int) throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
            guard read >= 0 else { throw Failure(what: "read: \(errno)") }
            return bytes
        }

        func write(_ bytes: [UInt8], at offset: Int) throws {
            let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            guard written == bytes.count else { throw Failure(what: "write: \(errno)") }
        }

        /// Returns the text of a slot, and the bytes at its end.
        func slot(_ number: Int, after start: Int, extra: Int) throws -> (text: String?, extra: [UInt8]) {
            let bytes = try read(start + number * slotSize, slotSize)
            let count = Int(bytes[0]) | Int(bytes[1]) << 8
            let text = count > 0 ? String(decoding: bytes[2..<2 + count], as: UTF8.self) : nil
            return (text, Array(bytes[(slotSize - extra)...]))
        }

        func set(_ number: Int, after start: Int, text: String, extra: [UInt8]) throws {
            let content = Array(text.utf8)
            guard content.count + extra.count + 2 <= slotSize else {
                throw Failure(what: "the slot is too small: \(text)")
            }
            var bytes = [UInt8](repeating: 0, count: slotSize)
            bytes[0] = UInt8(content.count & 255)
            bytes[1] = UInt8(content.count >> 8)
            bytes.replaceSubrange(2..<2 + content.count, with: content)
            bytes.replaceSubrange((slotSize - extra.count)..., with: extra)
            try write(bytes, at: start + number * slotSize)
        }
    }

    // A lock of the file belongs to the descriptor, so the tasks of one process need another one.
    private let locked: Mutex<Locked>

    init(path: String, slotSize: Int) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(what: "open \(path): \(errno)") }
        locked = Mutex(Locked(descriptor: descriptor, slotSize: slotSize))
    }

    deinit {
        _ = close(locked.withLock(\.descriptor))
    }

    func withLock<Result: Sendable>(_ body: (Locked) throws -> Result) throws -> Result {
        try locked.withLock { locked in
            while flock(locked.descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { throw Failure(what: "flock: \(errno)") }
            }
            defer { _ = flock(locked.descriptor, LOCK_UN) }
            return try body(locked)
        }
    }
}
