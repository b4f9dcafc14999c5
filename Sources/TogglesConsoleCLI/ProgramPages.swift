import FeatureToggles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The pages of the program itself and of its libraries.
enum ProgramPages {
    /// Lets go of the code that was mapped for the start; what is needed again comes back from the system's cache.
    ///
    /// Linux maps sixteen pages for each one that is executed, so behind a start nearly all code counts as this process's
    /// memory, of which it needs a fifth from then on.
    static func letGo() {
        #if os(Linux)
        guard let bytes = try? FileReading.bytes(path: "/proc/self/maps", limit: 1 << 20) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // Code alone: it is never written to. The other parts of a file may hold what was written when it was loaded.
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1], let start = UnsafeMutableRawPointer(bitPattern: ends[0]) else {
                continue
            }
            madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
        #endif
    }
}
