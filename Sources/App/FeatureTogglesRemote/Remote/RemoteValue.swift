public import ToggleBase

/// A value from another service.
public enum RemoteValue: Sendable, Hashable {
    /// A typed value.
    ///
    /// It must have the toggle's type, like a value in a flagd document.
    case json(JSONValue)
    /// A string that is parsed as the toggle's type, for services whose values are all strings.
    ///
    /// It is parsed like a launch argument: `true`, `off`, and `1` as a Boolean, `3` as an integer, JSON as JSON.
    case text(String)
}
