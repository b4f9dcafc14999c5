/// A change of the prefix of every key.
enum PrefixChange: Sendable {
    /// Keys without the prefix get it.
    case add(String)
    /// Keys with the prefix lose it, unless the key is only the prefix.
    case strip(String)
}
