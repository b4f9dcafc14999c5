/// A message at the bottom of the screen, shown until the next key.
struct Message: Hashable, Sendable {
    enum Kind: Sendable {
        case notice, success, warning, failure
    }

    /// The message while files and the remote source are read again.
    static let reloading = Message("reloading")

    var text: String
    var kind: Kind

    init(_ text: String, _ kind: Kind = .notice) {
        self.text = text
        self.kind = kind
    }
}
