/// Collects the findings in one file and hands them out in file order.
struct DiagnosticCollector {
    let path: String
    private var found: [Diagnostic] = []

    init(path: String) {
        self.path = path
    }

    mutating func error(at range: SourceRange, _ message: String) {
        found.append(Diagnostic(.error, path: path, range: range, message: message))
    }

    /// Takes over what another collector found.
    mutating func append(_ other: DiagnosticCollector) {
        found += other.found
    }

    /// Whether nothing was found.
    var isEmpty: Bool { found.isEmpty }

    /// Forgets findings, for those that only follow from another one.
    mutating func removeAll(where isConsequence: (Diagnostic) -> Bool) {
        found.removeAll(where: isConsequence)
    }

    /// The findings in file order; those about one place stay in the order in which they were found.
    var inFileOrder: [Diagnostic] {
        found.enumerated().sorted { left, right in
            let (first, second) = (left.element.range.start.offset, right.element.range.start.offset)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
