import ToggleBase
import ToggleManifest

/// Collects the findings of a document, in file order, with lines and columns.
struct Findings {
    /// The maximum number of findings, because a hostile file could cause millions.
    static let limit = 1_000

    private struct Finding {
        let severity: Diagnostic.Severity
        let range: Range<Int>
        let message: String
    }

    private var found: [Finding] = []
    private var omitted = 0
    private var omissions: [Finding] = []

    /// Whether any finding is an error.
    private(set) var hasErrors = false

    mutating func error(_ range: Range<Int>, _ message: @autoclosure () -> String) {
        hasErrors = true
        add(.error, range, message)
    }

    mutating func warning(_ range: Range<Int>, _ message: @autoclosure () -> String) {
        add(.warning, range, message)
    }

    /// Warns about parts that were not checked, even after the limit of findings.
    mutating func omission(_ range: Range<Int>, _ message: String) {
        omissions.append(Finding(severity: .warning, range: range, message: message))
    }

    mutating func note(_ range: Range<Int>, _ message: @autoclosure () -> String) {
        add(.note, range, message)
    }

    /// Adds a finding, or only counts it above the limit, without creating its message, which may need a search.
    private mutating func add(_ severity: Diagnostic.Severity, _ range: Range<Int>, _ message: () -> String) {
        if found.count < Self.limit {
            found.append(Finding(severity: severity, range: range, message: message()))
        } else {
            omitted += 1
        }
    }

    /// Returns the findings in file order; those at the same location stay in the order in which they were found.
    func diagnostics(path: String, text: [UInt8]) -> [Diagnostic] {
        var found = found + omissions
        if omitted > 0 {
            let end = text.count..<text.count
            let message = "\(omitted) more findings are not listed; fix these first"
            found.append(Finding(severity: hasErrors ? .error : .warning, range: end, message: message))
        }
        let sorted = found.enumerated().sorted { left, right in
            let (first, second) = (left.element.range.lowerBound, right.element.range.lowerBound)
            return first == second ? left.offset < right.offset : first < second
        }
        .map(\.element)
        let offsets = sorted.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
        let places = SourceLocation.locations(of: offsets, in: text)
        return sorted.map { finding in
            let nowhere = SourceLocation(line: 1, column: 1, offset: 0)
            let start = places[finding.range.lowerBound] ?? nowhere
            return Diagnostic(
                finding.severity,
                path: path,
                range: SourceRange(start: start, end: places[finding.range.upperBound] ?? start),
                message: finding.message
            )
        }
    }
}
