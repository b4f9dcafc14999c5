import FeatureToggles

/// A problem as it is noted while a document is read: lines and columns are counted when somebody asks.
struct FlagNote {
    /// The position of the flag; `nil` when it concerns the whole document.
    let flag: Int?
    let message: String
    /// The offset in the text.
    let offset: Int

    /// The problems in the order of the text.
    static func problems(
        _ notes: [FlagNote],
        in text: UnsafeBufferPointer<UInt8>,
        keys: @autoclosure () -> [FlatString]
    ) -> [FlagProblem] {
        if notes.isEmpty { return [] }
        let keys = keys()
        var counter = JSONLocationCounter(text)
        return notes.sorted { $0.offset < $1.offset }.map { note in
            FlagProblem(
                key: note.flag.flatMap { keys.indices.contains($0) ? keys[$0].text : nil },
                message: note.message,
                location: counter.location(at: note.offset)
            )
        }
    }
}

/// Counts lines and columns of ascending offsets, in one pass over the text.
struct JSONLocationCounter {
    private let text: UnsafeBufferPointer<UInt8>
    private var index: Int
    private var line = 1
    private var column = 1

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        index = text.starts(with: JSONParser.byteOrderMark) ? JSONParser.byteOrderMark.count : 0
    }

    /// The location of an offset that is not before the last one.
    mutating func location(at offset: Int) -> JSONLocation {
        let offset = min(max(offset, index), text.count)
        var start = index
        while index < offset {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), index < text.count, text[index] == UInt8(ascii: "\n"), index < offset {
                index += 1
            }
            line += 1
            column = 1
            start = index
        }
        column += String(decoding: UnsafeBufferPointer(rebasing: text[start..<index]), as: UTF8.self).count
        return JSONLocation(line: line, column: column, offset: index)
    }
}
