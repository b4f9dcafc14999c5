import ToggleBase

/// Compares the members of a new text with the intended ones.
final class SettingsCheck: SettingsReceiver {
    private let rewriting: SettingsRewriting
    private let bytes: [UInt8]
    private var count = 0
    /// The next place in the old file, and the number of added members so far.
    private var place = 0
    private var addedCount = 0
    private var expected: SettingsTable.Entry?
    private var isRight = true

    init(_ rewriting: SettingsRewriting, in bytes: [UInt8]) {
        self.rewriting = rewriting
        self.bytes = bytes
    }

    /// Whether the text has every intended member and no other.
    var isPassed: Bool { isRight && count == rewriting.memberCount }

    func name(_ name: String, at range: Range<Int>) {
        let (source, new) = (rewriting.source, rewriting.new)
        count += 1
        expected = nil
        while !rewriting.isUnchanged, place < rewriting.kept.count, rewriting.kept[place] == 0 { place += 1 }
        if place < source.places.count {
            let start = Int(source.places[place].name)
            let end = min(start + range.count, source.bytes.count)
            if !source.bytes[start..<end].elementsEqual(bytes[range]) { isRight = false }
            if !rewriting.isUnchanged { expected = new.entries[Int(rewriting.kept[place]) - 1] }
            place += 1
        } else if addedCount < rewriting.added.count {
            let entry = new.entries[Int(rewriting.added[addedCount])]
            if !new.hasKey(entry, name) { isRight = false }
            expected = entry
            addedCount += 1
        } else {
            isRight = false
        }
    }

    func value(at range: Range<Int>) {
        guard isRight else { return }
        let text = bytes[range]
        guard !rewriting.isUnchanged else {
            let known = rewriting.source.places[place - 1]
            isRight = rewriting.source.bytes[Int(known.value)..<Int(known.end)].elementsEqual(text)
            return
        }
        guard let expected else { return }
        if let known = rewriting.new.text(expected), known.elementsEqual(text) { return }
        if StoredValue(validJSON: text) != rewriting.new.value(expected) { isRight = false }
    }
}
