/// The path to a value while it is being decoded.
///
/// Decoding visits many values, and nearly no decoder asks for a path. A path is therefore a list that shares the path
/// of its container, and becomes an array of keys only for errors and for types that ask.
indirect enum JSONCodingPath {
    case root
    case key(JSONCodingPath, any CodingKey)
    case index(JSONCodingPath, Int)

    /// The path as decoders state it.
    ///
    /// - Complexity: O(*d*) in the depth of the value.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        // Every iteration ascends one container.
        while true {
            switch path {
            case .root: return keys.reversed()
            case .key(let container, let key):
                keys.append(key)
                path = container
            case .index(let container, let index):
                keys.append(JSONCodingKey(intValue: index))
                path = container
            }
        }
    }
}

/// The last step of a path, which needs no memory until the value turns out to be a container.
enum JSONCodingStep {
    case root
    case key(any CodingKey)
    case index(Int)

    /// Returns the path of the value that this step leads to.
    func path(in container: JSONCodingPath) -> JSONCodingPath {
        switch self {
        case .root: container
        case .key(let key): .key(container, key)
        case .index(let index): .index(container, index)
        }
    }
}
