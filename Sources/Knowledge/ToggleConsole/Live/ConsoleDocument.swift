#if OVERRIDES
package import FeatureToggles

/// A remote document whose flags the console shows.
package struct ConsoleDocument: Sendable {
    /// What a document says about a toggle.
    package struct Flag: Hashable, Sendable {
        /// The lines of its definition.
        package var definition: [String]
        /// Who gets which variant, one group of users per line.
        package var audience: [String]
        /// What changed since the previous document, one fact per line.
        package var changes: [String]

        /// Creates a description.
        package init(definition: [String], audience: [String], changes: [String]) {
            self.definition = definition
            self.audience = audience
            self.changes = changes
        }
    }

    /// Reads a document, and compares it with the previous one if there is one.
    ///
    /// It returns `nil` if the text isn't a document with flags. It runs in the background.
    package typealias Reader = @Sendable (_ text: [UInt8], _ previous: [UInt8]?) -> ConsoleDocument?

    /// Describes the flag that a toggle reads; `nil` if the document doesn't contain it.
    ///
    /// Called while drawing, so it must take less than a millisecond.
    let flag: @Sendable (ToggleDefinition) -> Flag?

    /// Creates a document.
    package init(flag: @escaping @Sendable (ToggleDefinition) -> Flag?) {
        self.flag = flag
    }
}

/// The document of the newest model, compared with the one before.
struct ShownDocument: Sendable {
    private var text: [UInt8]?
    /// When the document replaced another one, in seconds since 1970; `nil` if it is the first one.
    private(set) var changed: Int64?
    /// The document, if it could be read.
    private(set) var document: ConsoleDocument?

    /// Adopts the document of a new model.
    ///
    /// - Parameters:
    ///   - new: The text of the document; `nil` if there is none.
    ///   - reader: Reads a document.
    ///   - time: The current time in seconds since 1970.
    mutating func update(_ new: [UInt8]?, _ reader: ConsoleDocument.Reader, at time: Int64) {
        guard new != text else { return }
        let previous = text
        changed = new != nil && previous != nil ? time : nil
        text = new
        document = new.flatMap { reader($0, previous) }
    }
}
#endif
