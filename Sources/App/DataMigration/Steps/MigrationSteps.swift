import ToggleBase

/// A valid list of steps.
public struct MigrationSteps: Sendable {
    /// A step with its version.
    struct Entry: Sendable {
        let version: AppVersion
        let step: MigrationStep
    }

    let entries: [Entry]

    /// The steps, from the lowest version to the highest.
    public var steps: [MigrationStep] { entries.map(\.step) }
    /// Their versions, from the lowest to the highest.
    public var versions: [AppVersion] { entries.map(\.version) }

    /// Creates a list of steps.
    ///
    /// Versions must be valid and ascending, names must be unique and not empty, each step must have moves, and the time
    /// limits of waiting moves must be greater than zero.
    ///
    /// - Parameter steps: The steps, from the lowest version to the highest.
    /// - Throws: An error with all mistakes in the list.
    public init(_ steps: [MigrationStep]) throws(MigrationListError) {
        var problems: [String] = []
        var entries: [Entry] = []
        var names: Set<String> = []
        for (index, step) in steps.enumerated() {
            let place = "Step \(index + 1), “\(step.name)”,"
            if step.name.isEmpty {
                problems.append(
                    "Step \(index + 1) of version \(step.version) has no name; give it one for the reports."
                )
            } else if !names.insert(step.name).inserted {
                problems.append("\(place) has the same name as an earlier step; choose another one.")
            }
            if step.moves.isEmpty { problems.append("\(place) has no moves; add some, or remove it.") }
            problems += step.moves.compactMap(\.problem).map { "\(place) \($0)" }
            guard let version = AppVersion(step.version) else {
                problems.append("\(place) has the version “\(step.version)”, which is invalid; write one such as 2.1.0.")
                continue
            }
            if let last = entries.last, version == last.version {
                problems.append("\(place) has version \(version), like “\(last.step.name)”; combine both into one step.")
            } else if let last = entries.last, version < last.version {
                problems.append(
                    """
                    \(place) has version \(version) and comes after “\(last.step.name)” with \(last.version); sort the \
                    steps by version, lowest first.
                    """
                )
            }
            entries.append(Entry(version: version, step: step))
        }
        guard problems.isEmpty else { throw MigrationListError(problems: problems) }
        self.entries = entries
    }

    /// Returns the steps after one version, up to another one.
    ///
    /// - Parameters:
    ///   - stored: The version that migrated the data last; `nil` if none did, so that all steps up to `app` run.
    ///   - app: The version of the app.
    /// - Returns: The steps, in order.
    public func due(after stored: AppVersion?, upTo app: AppVersion) -> [MigrationStep] {
        entries.filter { entry in entry.version <= app && stored.map { entry.version > $0 } ?? true }.map(\.step)
    }
}
