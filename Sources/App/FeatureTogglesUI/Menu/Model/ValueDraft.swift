/// The text of a value that is being edited.
///
/// It follows the toggle's value, which an undo or another program may change, until the user edits the text.
struct ValueDraft: Hashable, Sendable {
    /// The text as the user has edited it.
    var text: String
    /// The text of the toggle's value.
    private var value: String

    /// Creates a draft with the text of the toggle's value.
    init(_ value: String) {
        text = value
        self.value = value
    }

    /// Whether the user has edited the text.
    var isEdited: Bool { text != value }

    /// Adopts the text of the toggle's value, unless the user has edited it.
    mutating func follow(_ newValue: String) {
        if !isEdited { text = newValue }
        value = newValue
    }
}
