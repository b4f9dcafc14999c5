/// A change of the prefix of every key.
enum PrefixChange: Sendable {
    /// Adds the prefix to keys without it.
    case add(String)
    /// Removes the prefix from longer keys.
    case strip(String)
}
