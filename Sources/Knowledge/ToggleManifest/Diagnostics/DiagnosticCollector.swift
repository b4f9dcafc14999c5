/// Collects the findings in one file and returns them in file order.
package struct DiagnosticCollector {
    /// The maximum number of findings, because a hostile file could cause millions.
    static let limit = 10_000

    /// The path of the file.
    package let path: String
    private var found: [Diagnostic] = []

    /// Creates a collector without findings.
    package init(path: String) {
        self.path = path
    }

    /// Adds an error.
    package mutating func error(at range: @autoclosure () -> SourceRange, _ message: @autoclosure () -> String) {
        if found.count < Self.limit {
            found.append(Diagnostic(.error, path: path, range: range(), message: message()))
        } else if found.count == Self.limit {
            let message = "only the first \(Self.limit) problems are listed; fix these first"
            found.append(Diagnostic(.error, path: path, range: range(), message: message))
        }
    }

    /// Adds the findings of another collector.
    mutating func append(_ other: DiagnosticCollector) {
        for diagnostic in other.found {
            error(at: diagnostic.range, diagnostic.message)
        }
    }

    /// Whether further findings are dropped.
    package var isFull: Bool { found.count > Self.limit }

    /// Whether there are no findings.
    package var isEmpty: Bool { found.isEmpty }

    /// Removes findings that are only consequences of others.
    mutating func removeAll(where isConsequence: (Diagnostic) -> Bool) {
        found.removeAll(where: isConsequence)
    }

    /// The findings in file order; those at the same location stay in the order in which they were found.
    package var inFileOrder: [Diagnostic] {
        found.enumerated().sorted { left, right in
            let (first, second) = (left.element.range.start.offset, right.element.range.start.offset)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
