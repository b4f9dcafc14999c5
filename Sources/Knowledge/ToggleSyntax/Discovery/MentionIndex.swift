/// The names of flags and of their types in all files.
struct MentionIndex: Sendable {
    /// A use in one file.
    struct Use: Sendable {
        /// The index of the file.
        var file: Int
        var use: FlagMentions.Use
        var count: Int
    }

    /// The uses by the name of the flag, without those in tests.
    private(set) var uses: [String: [Use]] = [:]
    /// The functions that take a flag and return a Boolean value, by the type of the flag.
    private(set) var readers: [String: Set<String>] = [:]
    /// The functions that take a flag and return an object with its value, by the type of the flag.
    private(set) var objectReaders: [String: Set<FlagMentions.Reader>] = [:]
    /// The names of variables and parameters by their type.
    private(set) var holders: [String: Set<String>] = [:]
    /// The functions that take a flag created from a text, by the type of the flag.
    private(set) var created: [String: Set<String>] = [:]
    private(set) var files: [FlagMentions] = []

    init(_ all: [FlagMentions]) {
        files = all
        for (index, file) in all.enumerated() {
            for reader in file.readers {
                if reader.object == nil {
                    readers[reader.type, default: []].insert(reader.name)
                } else {
                    objectReaders[reader.type, default: []].insert(reader)
                }
            }
            holders.merge(file.holders) { $0.union($1) }
            guard !file.isTest else { continue }
            created.merge(file.created) { $0.union($1) }
            for (use, count) in file.uses {
                uses[use.name, default: []].append(Use(file: index, use: use, count: count))
            }
        }
    }
}
