import FeatureToggles
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The pages of the program itself and of its libraries.
enum ProgramPages {
    /// What of the start is over: the first screen is there, the manifest is followed.
    private static let stages = Atomic(0)

    /// Says that a part of the start is over; behind the last one pages are let go of.
    static func finishStage() {
        if stages.add(1, ordering: .relaxed).newValue == 2 { letGo() }
    }

    /// Lets go of the code and the constants that were mapped for the start; what is needed again comes back from the
    /// system's cache.
    ///
    /// Linux maps sixteen pages for each one that is touched, so behind a start nearly all of the program and its libraries
    /// counts as this process's memory, of which it needs a part from then on.
    private static func letGo() {
        #if os(Linux)
        guard let bytes = try? FileReading.bytes(path: "/proc/self/smaps", limit: 1 << 20) else { return }
        var mapping: (start: UInt, end: UInt)?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first.map({ $0 < UInt8(ascii: "A") || $0 >= UInt8(ascii: "a") }) == true {
                mapping = constantMapping(line)
            } else if let found = mapping, line.starts(with: "Anonymous:".utf8) {
                mapping = nil
                // Parts that were written to when they were loaded have pages of their own.
                guard number(line.drop { !isDigit($0) }, radix: 10) == 0 else { continue }
                madvise(UnsafeMutableRawPointer(bitPattern: found.start), Int(found.end - found.start), MADV_DONTNEED)
            }
        }
        #endif
    }

    /// Where a part of a file is mapped that nobody can write to; `nil` for everything else.
    private static func constantMapping(_ line: ArraySlice<UInt8>) -> (start: UInt, end: UInt)? {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count >= 6, fields[5].first == UInt8(ascii: "/"),
            fields[1].elementsEqual("r-xp".utf8) || fields[1].elementsEqual("r--p".utf8),
            let dash = fields[0].firstIndex(of: UInt8(ascii: "-"))
        else { return nil }
        let start = number(fields[0][..<dash], radix: 16)
        let end = number(fields[0][(dash + 1)...], radix: 16)
        return start < end ? (start, end) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// The number that bytes begin with.
    private static func number(_ bytes: ArraySlice<UInt8>, radix: UInt) -> UInt {
        var result: UInt = 0
        for byte in bytes {
            if isDigit(byte) {
                result = result &* radix &+ UInt(byte &- UInt8(ascii: "0"))
            } else if radix == 16, byte &- UInt8(ascii: "a") < 6 {
                result = result &* radix &+ UInt(byte &- UInt8(ascii: "a")) &+ 10
            } else {
                break
            }
        }
        return result
    }
}
