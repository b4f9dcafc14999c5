import FeatureToggles
import ToggleBase

/// A problem as recorded while a document is parsed; its line and column are computed on demand.
struct FlagNote {
    /// The flag's position, or `nil` if the note concerns the whole document.
    let flag: Int?
    let message: String
    /// The offset in the text.
    let offset: Int

    /// Returns the problems in the order of the text.
    static func problems(
        _ notes: [FlagNote],
        in text: UnsafeBufferPointer<UInt8>,
        keys: @autoclosure () -> [FlatString]
    ) -> [FlagDiagnostic] {
        if notes.isEmpty { return [] }
        let keys = keys()
        var counter = JSONLocationCounter(text)
        return notes.sorted { $0.offset < $1.offset }.map { note in
            FlagDiagnostic(
                key: note.flag.flatMap { keys.indices.contains($0) ? keys[$0].text : nil },
                message: note.message,
                location: counter.location(at: note.offset)
            )
        }
    }
}

/// Computes lines and columns of ascending offsets, in one pass over the text.
struct JSONLocationCounter {
    private let text: UnsafeBufferPointer<UInt8>
    private var index: Int
    private var line = 1
    private var column = 1

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        index = text.starts(with: JSONReader.byteOrderMark) ? JSONReader.byteOrderMark.count : 0
    }

    /// Returns the location of an offset, which must not be less than the previous one.
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
