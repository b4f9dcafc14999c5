import ToggleBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The pages of code that are in memory for this process.
enum ProgramPages {
    /// Gives pages of code back to the system, which maps those again that are still used.
    ///
    /// The start and each change of a document touch code in many places, and the system also maps what is around each of
    /// them. This is most of the memory of a process that then only waits. Pages of code are never written, so nothing
    /// is lost.
    static func release() {
        #if os(Linux)
        guard let bytes = try? FileReading.bytes(path: "/proc/self/maps", limit: 1 << 20) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // Such as `004f1000-01c05000 r-xp 004f1000 fe:00 1234 /usr/local/bin/toggles-remote`.
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count > 5, words[1] == "r-xp", words[5].hasPrefix("/") else { continue }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else { continue }
            _ = madvise(start, Int(ends[1] - ends[0]), Int32(MADV_DONTNEED))
        }
        #endif
    }
}
