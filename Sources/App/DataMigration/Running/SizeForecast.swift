/// Predicts before the first step runs whether a later step makes the file too large.
///
/// The prediction covers leading steps that only change the prefix of every key, because the size of their result is
/// known. The size after any other step is checked when it has run.
struct SizeForecast {
    private let store: JSONFileStore
    private let table: SettingsTable

    /// Creates a forecast, or returns `nil` if the size can't be predicted.
    init?(_ store: any SettingsStore, _ settings: Settings) {
        guard let store = store as? JSONFileStore, let table = settings.table, table.count > 0 else { return nil }
        self.store = store
        self.table = table
    }

    /// Finds a step that makes the file too large.
    ///
    /// - Parameters:
    ///   - steps: The steps that are due.
    ///   - policy: The policy of steps without their own. Skipped steps don't count.
    /// - Returns: The step and the error; `nil` unless a step certainly makes the file too large.
    func refusal(of steps: [MigrationStep], _ policy: FailurePolicy) -> (MigrationStep, DataMigrationError)? {
        // The prefix that earlier steps added to every key.
        var lead: [UInt8] = []
        for step in steps {
            for move in step.moves {
                guard let change = move.prefix, let next = self.lead(lead, after: change) else { return nil }
                lead = next
            }
            guard !step.moves.isEmpty, (step.onFailure ?? policy) != .skipStep else { return nil }
            do throws(DataMigrationError) {
                try store.checkSize(table.minimumFileSize(addingToKeys: lead.count))
            } catch {
                return (step, error)
            }
        }
        return nil
    }

    /// Returns the common prefix after a change, or `nil` if it differs among keys or is uncertain.
    private func lead(_ lead: [UInt8], after change: PrefixChange) -> [UInt8]? {
        switch change {
        case .add(let text):
            let prefix = Array(text.utf8)
            guard prefix.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) else { return nil }
            if prefix.isEmpty || !lead.isEmpty && lead.starts(with: prefix) { return lead }
            // Keys that start with the rest of the prefix already have it.
            if prefix.starts(with: lead), table.mayHavePrefix(Array(prefix.dropFirst(lead.count))) { return nil }
            return prefix + lead
        case .strip(let text):
            let prefix = Array(text.utf8)
            guard !prefix.isEmpty, prefix.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) else { return nil }
            if lead.count > prefix.count, lead.starts(with: prefix) { return Array(lead.dropFirst(prefix.count)) }
            if prefix.starts(with: lead), table.mayHavePrefix(Array(prefix.dropFirst(lead.count))) { return nil }
            return lead.starts(with: prefix) ? nil : lead
        }
    }
}
