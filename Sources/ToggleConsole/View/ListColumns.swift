#if OVERRIDES
/// The columns of a row in the list.
struct ListColumns: Equatable, Sendable {
    /// The columns for cursor, mark, override, and warning.
    var flags: Range<Int>
    var key: Range<Int>
    var value: Range<Int>
    var source: Range<Int>
    var description: Range<Int>

    init(_ columns: Range<Int>, longestKey: Int) {
        let end = columns.upperBound
        let room = columns.count
        func part(_ start: Int, _ count: Int) -> Range<Int> {
            let start = min(start, end)
            return start..<min(end, start + max(0, count))
        }
        flags = part(columns.lowerBound, room >= 24 ? 5 : room >= 8 ? 2 : min(1, room))
        let rest = room - flags.count
        // A third of the extra width on a wide screen goes to the value.
        let wideValue = min(80, 14 + max(0, rest - 95) / 3)
        let valueWidth = rest >= 60 ? wideValue : rest >= 30 ? 10 : rest >= 12 ? 5 : 0
        // The source is more useful than the beginning of a description.
        let sourceWidth = rest >= 64 ? 15 : rest >= 38 ? 8 : 0
        let gaps = (valueWidth > 0 ? 1 : 0) + (sourceWidth > 0 ? 1 : 0)
        let fixed = valueWidth + sourceWidth + gaps
        let wanted = max(8, longestKey)
        let keyWidth = min(wanted, rest >= 64 ? max(12, (rest - 14 - sourceWidth - gaps) * 3 / 5) : rest - fixed)
        key = part(flags.upperBound, keyWidth)
        value = part(key.upperBound + 1, valueWidth)
        source = part(value.upperBound + (sourceWidth > 0 ? 1 : 0), sourceWidth)
        let remaining = end - source.upperBound - 1
        description = remaining >= 16 ? part(source.upperBound + 1, remaining) : end..<end
        if description.isEmpty, valueWidth > 0 {
            // The remaining width goes to the value.
            let spare = max(0, remaining + 1)
            value = part(value.lowerBound, value.count + spare)
            source = part(value.upperBound + (sourceWidth > 0 ? 1 : 0), sourceWidth)
        }
    }
}
#endif
