/// Why an app in a simulator or on a device can't be reached.
package struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error.
    package enum Code: Hashable, Sendable {
        /// There is no `xcrun`, or it lacks the tool.
        case unavailable
        /// The file doesn't exist in the app's container.
        case noFile
        /// The app isn't installed.
        case noApp
        /// The device can't be reached at the moment.
        case unreachable
        /// The tool took too long, or was cancelled.
        case timedOut
        /// Anything else.
        case failed
    }

    /// The kind of the error.
    package let code: Code
    /// A sentence with the reason and what to do.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
