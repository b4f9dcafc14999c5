import ToggleBase

extension ToolError {
    /// Returns the error for an unknown toggle.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    package static func unknownToggle(_ key: String, among keys: [String]) -> ToolError {
        if let option = DeviceArgument.option(before: key) {
            let command = option == "--device" ? "xcrun devicectl list devices" : "xcrun simctl list devices booted"
            return .usage(
                """
                There is no toggle ‘\(key)’. If it is the name that \(option) should use, write the identifier instead, \
                which `\(command)` shows, because the name looks like a key.
                """
            )
        }
        let hint =
            DeviceArgument.bundleHint(for: key)
            ?? Suggestion.closest(to: key, in: keys).map { "Did you mean ‘\($0)’?" }
            ?? "`toggles list` shows all of them."
        return .usage("There is no toggle ‘\(key)’. \(hint)")
    }
}
