public import FeatureToggles

/// A value as somebody else's service has it.
public enum RemoteValue: Sendable, Hashable {
    /// A value whose type the service knows.
    ///
    /// It must have the toggle's type, as a value of a flagd document must.
    case json(JSONValue)
    /// A text that may stand for a value of any type, from a service that has nothing but texts.
    ///
    /// It is read as a launch argument would be: `true`, `off` and `1` for a Boolean, `3` for an integer, JSON for JSON.
    case text(String)
}
