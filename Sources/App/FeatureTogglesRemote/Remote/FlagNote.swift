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
