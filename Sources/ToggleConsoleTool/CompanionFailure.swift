/// The reason why the console can't show the declared toggles.
package struct CompanionFailure: Error {
    /// A sentence that says why.
    package let message: String

    /// Creates a failure.
    package init(_ message: String) {
        self.message = message
    }

    /// Creates a failure with the first of several errors; returns `nil` without errors.
    package init?(errors: [String]) {
        guard let first = errors.first else { return nil }
        let count = errors.count - 1
        self.init(count == 0 ? first : "\(first) (and \(count) more \(count == 1 ? "error" : "errors"))")
    }
}
