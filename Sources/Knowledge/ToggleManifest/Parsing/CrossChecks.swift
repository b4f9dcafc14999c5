/// Finds conflicts between toggles.
struct CrossChecks {
    private let namespace: String?
    /// The keys that have no Swift name of their own.
    private var namelessKeys: Set<String> = []
    /// The first key with each Swift name.
    private var swiftNames: [String: (key: String, line: Int)]
    private var identifiers: [UInt64: String]
    private var uses: [RemoteUse] = []

    init(namespace: String?, capacity: Int) {
        self.namespace = namespace
        swiftNames = Dictionary(minimumCapacity: capacity)
        identifiers = Dictionary(minimumCapacity: capacity)
        uses.reserveCapacity(capacity)
    }

    /// Checks the Swift names of a toggle, and records the remote parameters that it uses.
    ///
    /// - Parameters:
    ///   - pair: The toggle's key and fields.
    ///   - reader: The reader of the toggle.
    ///   - toggle: The toggle, if it has no error.
    ///   - diagnostics: Receives the findings.
    mutating func add(
        _ pair: YAMLPair,
        _ reader: ToggleReader,
        _ toggle: ToggleDeclaration?,
        _ diagnostics: inout DiagnosticCollector
    ) {
        // Duplicate and invalid keys have already been reported.
        guard toggle != nil || SwiftName.isKey(pair.name) else {
            if namelessKeys.insert(pair.name).inserted, let use = reader.remoteUse { uses.append(use) }
            return
        }
        let name = toggle?.swiftName ?? SwiftName.member(ofKey: pair.name)
        let other = swiftNames[name]
        guard other?.key != pair.name, other == nil || namelessKeys.insert(pair.name).inserted else { return }
        if let use = reader.remoteUse { uses.append(use) }
        if let other {
            diagnostics.error(
                at: pair.key.range,
                "\(pair.name.quoted) becomes \(name.quoted) in Swift, as \(other.key.quoted) on line \(other.line) does; rename one of the two"
            )
        } else {
            swiftNames[name] = (pair.name, pair.key.range.start.line)
            let type = reader.hasGeneratedType ? SwiftName.capitalized(name) : nil
            if let problem = problem(with: name, of: pair.name, type: type) {
                diagnostics.error(at: pair.key.range, problem)
            }
        }
        if let toggle, let other = identifiers.updateValue(toggle.key, forKey: toggle.id) {
            diagnostics.error(
                at: pair.key.range,
                "\(toggle.key.quoted) and \(other.quoted) have the same identifier by chance; rename one of the two"
            )
        }
    }

    private func problem(with name: String, of key: String, type: String?) -> String? {
        // Most names are longer than any word that Swift reserves.
        if name.utf8.count <= SwiftName.longestReservedMember {
            if SwiftName.membersOfKeys.contains(name) {
                return
                    "\(key.quoted) becomes \(name.quoted) in Swift, which every typed key already has; write another key"
            }
        }
        if let type, SwiftName.reservedTypes.contains(type) || type == namespace {
            return
                "the values of \(key.quoted) become a type \(type.quoted), which has a meaning in Swift or FeatureToggles, or is the namespace; write another key"
        }
        return nil
    }

    /// Reports remote parameters that two toggles read, and retired ones that are still read.
    func finish(_ diagnostics: inout DiagnosticCollector) {
        var readers: [String: RemoteUse] = [:]
        for use in uses {
            guard let parameter = use.parameter else { continue }
            if let other = readers[parameter] {
                diagnostics.error(
                    at: use.range,
                    "the remote parameter \(parameter.quoted) is already read by \(other.key.quoted) on line \(other.range.start.line); give one of the two toggles another one with ‘remote:’"
                )
            } else {
                readers[parameter] = use
            }
        }
        for use in uses {
            for (name, range) in use.retired {
                guard let reader = readers[name] else { continue }
                diagnostics.error(
                    at: range,
                    reader.key == use.key
                        ? "the remote parameter \(name.quoted) is retired, yet this toggle still reads it; write a new one after ‘remote:’, or take this one out of ‘retired’"
                        : "the remote parameter \(name.quoted) is retired, yet \(reader.key.quoted) on line \(reader.range.start.line) reads it; give that toggle another one with ‘remote:’"
                )
            }
        }
    }
}

/// The remote parameters that a toggle reads or used to read.
struct RemoteUse {
    let key: String
    /// The parameter that it reads; `nil` if there is none or it couldn't be determined.
    let parameter: String?
    /// The location of the parameter: the value of `remote`, or the key.
    let range: SourceRange
    let retired: [(name: String, range: SourceRange)]
}
