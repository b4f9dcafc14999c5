import ToggleBase

extension ToolError {
    /// The error of a command that can't read a store.
    package init(reading error: any Error, _ address: RemoteAddress) {
        self.init(writing: error, address, "Nothing was written.")
    }

    /// The error of a command that can't write to a store.
    ///
    /// - Parameters:
    ///   - error: The store's error.
    ///   - address: The address.
    ///   - effect: What was written before, as a sentence.
    package init(writing error: any Error, _ address: RemoteAddress, _ effect: String) {
        let (reason, code): (String, Code) =
            switch error {
            case DocumentStoreError.conflict(let reason): (reason, .conflict)
            case DocumentStoreError.unavailable(let reason): (reason, .unavailable)
            case DocumentStoreError.unknown(let reason): (reason, .unknown)
            case DocumentStoreError.refused(let reason): (reason, .usage)
            case let error as ToolError: (error.message, error.code)
            default: ("\(error)", .usage)
            }
        let name = reason.contains(address.text) ? "" : "\(address.text): "
        self.init([name + reason.sentence, effect].filter { !$0.isEmpty }.joined(separator: " "), code: code)
    }
}
