import Testing

@testable import ToggleManifest

/// A text and its expected diagnostics.
struct DiagnosticCase: Sendable, CustomTestStringConvertible {
    let name: String
    let yaml: String
    /// `line:column: sentence`, in file order.
    let expected: [String]

    init(_ name: String, of yaml: String, expected: [String]) {
        self.name = name
        self.yaml = yaml
        self.expected = expected
    }

    /// Creates a case in which everything except the toggles is valid; their first line is line 4.
    init(_ name: String, toggles: String, expected: [String]) {
        self.init(name, of: "schema: 1\nnamespace: App\ntoggles:\n" + toggles, expected: expected)
    }

    var testDescription: String { name }

    var found: [String] { findings(in: yaml) }
}

/// Returns the diagnostics of a text as `line:column: sentence`.
func findings(in yaml: String) -> [String] {
    findings(in: Array(yaml.utf8))
}

/// Returns the diagnostics of a file as `line:column: sentence`.
func findings(in bytes: [UInt8]) -> [String] {
    Manifest.parse(bytes, path: "t").diagnostics.map { diagnostic in
        let start = diagnostic.range.start
        return "\(start.line):\(start.column): \(diagnostic.message)"
    }
}
