import ToggleBase

/// The ranges of the toggles in a manifest with the usual layout.
///
/// In that layout, each toggle is a key followed by indented lines. Parts that are equal in the previous revision are
/// compared as bytes, and not scanned by line.
struct ToggleBlocks {
    /// The text.
    let bytes: [UInt8]
    /// The lines of each toggle.
    private(set) var entries: [Range<Int>] = []
    /// The number of toggles at the start that are the same as in the previous revision.
    private(set) var keptAtStart = 0
    /// The number of toggles at the end that are the same.
    private(set) var keptAtEnd = 0
    /// The number of bytes that were scanned by line.
    private(set) var scannedBytes = 0
    private var indentation: Int?

    /// Finds the toggles; `nil` if the text has another layout.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - old: The previous revision.
    /// - Complexity: O(*n*) in the size of the change, and one comparison of the text.
    init?(_ bytes: [UInt8], after old: ToggleBlocks? = nil) {
        self.bytes = bytes
        guard let old, let depth = old.indentation else {
            guard scan(from: 0, isInside: false, ending: { _ in nil }) else { return nil }
            return
        }
        let prefix = Self.commonPrefix(old.bytes, bytes)
        let suffix = Self.commonSuffix(old.bytes, bytes, limit: min(old.bytes.count, bytes.count) - prefix)
        // The last toggle whose first line is the same up to its key; the toggle before it certainly ends there.
        let resumed = old.entries.lastIndex { $0.lowerBound + depth + 1 <= prefix }
        if let resumed {
            keptAtStart = resumed
            entries = Array(old.entries[..<resumed])
            indentation = depth
        }
        let shift = bytes.count - old.bytes.count
        var next = resumed ?? 0
        let isUsual = scan(from: resumed.map { old.entries[$0].lowerBound } ?? 0, isInside: resumed != nil) { line in
            guard line >= bytes.count - suffix else { return nil }
            while next < old.entries.count, old.entries[next].lowerBound + shift < line { next += 1 }
            guard next < old.entries.count, old.entries[next].lowerBound + shift == line else { return nil }
            return old.entries[next...].map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
        } isSame: {
            $0 == depth
        }
        guard isUsual else { return nil }
    }

    /// Returns the text of a toggle.
    func text(_ index: Int) -> [UInt8] { Array(bytes[entries[index]]) }

    // MARK: - Lines

    /// Scans lines.
    ///
    /// - Parameters:
    ///   - first: The start of the scan.
    ///   - isInside: Whether the start is among the toggles.
    ///   - ending: Receives the start of a toggle, and returns that toggle and all following ones if they are known.
    ///   - isSame: Whether the toggles have this indentation.
    /// - Returns: `false` if the lines need a full parser.
    private mutating func scan(
        from first: Int,
        isInside: Bool,
        ending: (Int) -> [Range<Int>]?,
        isSame: (Int) -> Bool = { _ in true }
    ) -> Bool {
        var isInside = isInside
        var start: Int?
        var line = first
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            scannedBytes += end - line
            defer { line = end }
            guard let text = bytes[line..<end].firstIndex(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }),
                bytes[text] != UInt8(ascii: "#")
            else { continue }
            // One of the notations that need a full parser.
            if bytes[text] == 0x09 { return false }
            let depth = text - line
            if depth == 0 {
                if let begin = start { entries.append(begin..<line) }
                start = nil
                let rest = bytes[line..<end].trimmingSuffix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
                if rest.elementsEqual("toggles:".utf8) {
                    guard !isInside, indentation == nil else { return false }
                    isInside = true
                } else if rest.starts(with: "toggles".utf8) || rest.first == UInt8(ascii: "{") {
                    return false
                } else {
                    isInside = false
                }
                continue
            }
            guard isInside else { continue }
            let expected = indentation ?? depth
            indentation = expected
            if depth < expected { return false }
            guard depth == expected else { continue }
            if let begin = start { entries.append(begin..<line) }
            start = line
            if isSame(expected), let rest = ending(line) {
                keptAtEnd = rest.count
                entries += rest
                return true
            }
        }
        if let begin = start { entries.append(begin..<bytes.count) }
        return indentation != nil
    }

    // MARK: - Comparison

    /// The number of bytes that are compared at once.
    private static let blockSize = 256

    private static func commonPrefix(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let limit = min(left.count, right.count)
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                var count = 0
                while limit - count >= blockSize, areSame(left, count, right, count) { count += blockSize }
                while count < limit, left[count] == right[count] { count += 1 }
                return count
            }
        }
    }

    private static func commonSuffix(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                var count = 0
                while limit - count >= blockSize,
                    areSame(left, left.count - count - blockSize, right, right.count - count - blockSize)
                {
                    count += blockSize
                }
                while count < limit, left[left.count - count - 1] == right[right.count - count - 1] { count += 1 }
                return count
            }
        }
    }

    /// Returns whether two blocks at these offsets are the same.
    private static func areSame(
        _ left: UnsafeRawBufferPointer,
        _ leftStart: Int,
        _ right: UnsafeRawBufferPointer,
        _ rightStart: Int
    ) -> Bool {
        UnsafeRawBufferPointer(rebasing: left[leftStart..<leftStart + blockSize])
            .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: right[rightStart..<rightStart + blockSize]))
    }
}

extension ArraySlice {
    fileprivate func trimmingSuffix(_ isTrimmed: (Element) -> Bool) -> ArraySlice {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
