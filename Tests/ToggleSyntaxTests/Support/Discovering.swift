import ToggleLint
import ToggleSyntax

/// Finds the flags in files.
func report(_ files: [String: String]) -> FlagDiscovery.Report {
    FlagDiscovery().report(on: files.map { ($0.key, Array($0.value.utf8)) })
}

/// Finds the flags in one file.
func report(_ text: String) -> FlagDiscovery.Report { report(["Sources/App.swift": text]) }

/// Returns the imported declarations: `cases Flag [isOn]: a, b=true`.
func summary(_ report: FlagDiscovery.Report) -> [String] {
    report.declarations.filter { $0.omission == nil }.map { declaration in
        let source = declaration.source
        let flags = declaration.flags.map { flag in
            flag.name + (flag.rawValue.map { "(\($0))" } ?? "") + (flag.defaultValue.map { "=\($0)" } ?? "")
        }
        return "\(source.kind.rawValue) \(source.type) [\(source.reads.joined(separator: ", "))]: "
            + flags.joined(separator: ", ")
    }
}
