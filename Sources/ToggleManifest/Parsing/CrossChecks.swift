/// Finds toggles that get in each other's way.
struct CrossChecks {
    private let namespace: String?
    private var keys: Set<String> = []
    /// The first key that has a Swift name.
    private var swiftNames: [String: (key: String, line: Int)] = [:]
    private var identifiers: [UInt64: String] = [:]
    private var uses: [RemoteUse] = []

    init(namespace: String?) {
        self.namespace = namespace
    }

    /// Checks the names that a toggle has in Swift, and keeps what it reads from the remote document.
    ///
    /// - Parameters:
    ///   - pair: The toggle's key and fields.
    ///   - reader: The reader of the toggle.
    ///   - toggle: The toggle, if it has no error.
    ///   - diagnostics: Where findings go.
    mutating func add(
        _ pair: YAMLPair,
        _ reader: ToggleReader,
        _ toggle: ToggleDeclaration?,
        _ diagnostics: inout DiagnosticCollector
    ) {
        // Duplicate and invalid keys are reported already.
        guard keys.insert(pair.name).inserted else { return }
        if let use = reader.remoteUse {
            uses.append(use)
        }
        guard SwiftName.isKey(pair.name) else { return }
        if let problem = nameProblem(pair, hasType: reader.hasGeneratedType) {
            diagnostics.error(at: pair.key.range, problem)
        }
        if let toggle, let other = identifiers.updateValue(toggle.key, forKey: toggle.id) {
            diagnostics.error(
                at: pair.key.range,
                "\(toggle.key.quoted) and \(other.quoted) have the same identifier by chance; rename one of the two"
            )
        }
    }

    private mutating func nameProblem(_ pair: YAMLPair, hasType: Bool) -> String? {
        let name = SwiftName.member(ofKey: pair.name)
        if let other = swiftNames[name] {
            return
                "\(pair.name.quoted) becomes \(name.quoted) in Swift, as \(other.key.quoted) on line \(other.line) does; rename one of the two"
        }
        swiftNames[name] = (pair.name, pair.key.range.start.line)
        if SwiftName.keywords.contains(name) {
            return
                "\(pair.name.quoted) becomes \(name.quoted) in Swift, which is a keyword; write another key, such as \("\(pair.name)_enabled".quoted)"
        }
        if SwiftName.membersOfKeys.contains(name) {
            return
                "\(pair.name.quoted) becomes \(name.quoted) in Swift, which every typed key has already; write another key"
        }
        let type = SwiftName.type(ofKey: pair.name)
        if hasType, SwiftName.reservedTypes.contains(type) || type == namespace {
            return
                "the values of \(pair.name.quoted) become a type \(type.quoted), which has a meaning in Swift or FeatureToggles, or is the namespace; write another key"
        }
        return nil
    }

    /// Checks which remote parameters are read and which are retired.
    func finish(_ diagnostics: inout DiagnosticCollector) {
        var readers: [String: RemoteUse] = [:]
        for use in uses {
            guard let parameter = use.parameter else { continue }
            if let other = readers[parameter] {
                diagnostics.error(
                    at: use.range,
                    "the remote parameter \(parameter.quoted) is read by \(other.key.quoted) on line \(other.range.start.line) already; give one of the two toggles another one with ‘remote:’"
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

/// Which remote parameters a toggle reads and which it used to read.
struct RemoteUse {
    let key: String
    /// The parameter it reads; `nil` when it reads none or that could not be found out.
    let parameter: String?
    /// Where that is said: the value of `remote`, else the key.
    let range: SourceRange
    let retired: [(name: String, range: SourceRange)]
}
