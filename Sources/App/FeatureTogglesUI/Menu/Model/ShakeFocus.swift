#if OVERRIDES
/// When the debug menu's detector has to become the first responder again, because a text that was edited had the focus.
///
/// A software keyboard hides when editing ends. With a hardware keyboard, nothing hides, so only the text fields show that
/// editing has ended. If the focus moves to another field, that one begins right afterward.
struct ShakeFocus: Hashable, Sendable {
    /// The number of times that the detector may take the focus.
    private(set) var count = 0
    private var isEditing = false

    /// Notes that the software keyboard is hidden, or that the menu is closed.
    mutating func regain() { count += 1 }

    /// Notes that a text field begins or ends editing.
    mutating func edit(_ isEditing: Bool) { self.isEditing = isEditing }

    /// Takes the focus after a text field has ended editing, unless another one has begun in the meantime.
    mutating func settle() {
        if !isEditing { count += 1 }
    }
}
#endif
