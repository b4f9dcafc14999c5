/// The writes of a ``WriteQueue`` that haven't ended, in memory.
struct WaitingWrites: Sendable {
    private struct Item: Sendable {
        let entry: WriteQueueEntry
        /// The place in the order of delivery.
        var place: Int
        /// Whether the authoritative store has been written, or the attempt has failed.
        var isReady: Bool
        /// Whether the file contains the entry.
        var isStored: Bool
        var hasFailed = false
    }

    /// The writes of a user into a store.
    private struct Part: Hashable {
        let user: String
        let destination: MigrationOrigin

        init(_ user: String, _ destination: MigrationOrigin) { (self.user, self.destination) = (user, destination) }

        init(_ entry: WriteQueueEntry) { self.init(entry.user, entry.destination) }
    }

    /// The writes of a record, or the writes of a user that the store only counts as missed.
    struct Group: Sendable {
        /// The newest of them.
        var entry: WriteQueueEntry
        var ids: [String]
        var since: MigrationTime
        var isStored: Bool
        var hasFailed: Bool

        /// The write to deliver.
        var write: QueuedWrite? {
            entry.delivered.map { QueuedWrite(record: $0, user: entry.user, destination: entry.destination) }
        }
    }

    private var items: [String: Item] = [:]
    /// The numbers of writes, and of those that failed.
    private var parts: [Part: (count: Int, failed: Int)] = [:]
    private var ready = 0
    private var (first, last) = (0, 0)

    var count: Int { items.count }

    /// Whether a write can be delivered.
    var hasReady: Bool { ready > 0 }

    var users: Set<String> { Set(parts.keys.map(\.user)) }

    /// The identifiers of the writes that are being made.
    var writing: Set<String> { Set(items.values.lazy.filter { !$0.isReady }.map(\.entry.id)) }

    func contains(of user: String, into destination: MigrationOrigin) -> Bool { parts[Part(user, destination)] != nil }

    /// Returns whether writes of the same user into the same store wait after a failure.
    func hasFailures(of entry: WriteQueueEntry) -> Bool { parts[Part(entry)].map { $0.failed > 0 } ?? false }

    /// Adds a write after all others.
    mutating func add(_ entry: WriteQueueEntry, isReady: Bool, isStored: Bool) {
        last += 1
        insert(Item(entry: entry, place: last, isReady: isReady, isStored: isStored))
    }

    /// Adds a write of the file before all others, unless it's known.
    mutating func addFirst(_ entry: WriteQueueEntry, isReady: Bool = true) {
        guard items[entry.id] == nil else { return }
        first -= 1
        insert(Item(entry: entry, place: first, isReady: isReady, isStored: true))
    }

    private mutating func insert(_ item: Item) {
        items[item.entry.id] = item
        parts[Part(item.entry), default: (0, 0)].count += 1
        if item.isReady { ready += 1 }
    }

    mutating func release(_ id: String) {
        guard items[id]?.isReady == false else { return }
        items[id]?.isReady = true
        ready += 1
    }

    /// Moves writes after all others.
    mutating func fail(_ ids: [String]) {
        for id in ids {
            guard let item = items[id] else { continue }
            last += 1
            items[id]?.place = last
            items[id]?.hasFailed = true
            if !item.hasFailed { parts[Part(item.entry)]?.failed += 1 }
        }
    }

    mutating func remove(_ ids: [String]) {
        for id in ids {
            guard let item = items.removeValue(forKey: id) else { continue }
            if item.isReady { ready -= 1 }
            let part = Part(item.entry)
            guard let (count, failed) = parts[part] else { continue }
            parts[part] = count > 1 ? (count - 1, failed - (item.hasFailed ? 1 : 0)) : nil
        }
    }

    /// Removes the writes that the file contains.
    mutating func removeStored() {
        remove(items.values.filter(\.isStored).map(\.entry.id))
    }

    /// Returns the writes that can be delivered, by record, in the order of delivery.
    func groups() -> [Group] {
        struct Key: Hashable {
            let part: Part
            let record: String?
        }
        var positions: [Key: Int] = [:]
        var groups: [Group] = []
        for item in items.values.filter(\.isReady).sorted(by: { $0.place < $1.place }) {
            let entry = item.entry
            let key = Key(part: Part(entry), record: entry.delivered)
            guard let position = positions[key] else {
                positions[key] = groups.count
                groups.append(
                    Group(
                        entry: entry,
                        ids: [entry.id],
                        since: entry.time,
                        isStored: item.isStored,
                        hasFailed: item.hasFailed
                    )
                )
                continue
            }
            groups[position].entry = entry
            groups[position].ids.append(entry.id)
            groups[position].since = min(groups[position].since, entry.time)
            groups[position].isStored = groups[position].isStored && item.isStored
            groups[position].hasFailed = groups[position].hasFailed || item.hasFailed
        }
        return groups
    }
}
