import ToggleBase

/// The findings that a project had when it adopted the linter.
///
/// ```json
/// {
///   "version": 1,
///   "findings": [ { "path": "toggles.yaml", "rule": "expired_toggle", "toggle": "new_checkout" } ]
/// }
/// ```
package struct Baseline: Sendable, Equatable {
    /// The number of findings for each entry.
    package var counts: [BaselineEntry: Int]

    package init(_ findings: [Finding]) {
        counts = Dictionary(findings.map { (BaselineEntry($0), 1) }, uniquingKeysWith: +)
    }

    /// Parses a baseline.
    ///
    /// - Parameter bytes: The content of its file.
    /// - Throws: ``BaselineError`` if the file is not a valid baseline.
    package init(reading bytes: [UInt8]) throws(BaselineError) {
        let json: JSONValue
        do {
            json = try JSONReader().value(from: bytes)
        } catch {
            throw BaselineError(description: "it is not valid JSON: \(error)")
        }
        guard case .object(let root) = json, let version = root["version"] else {
            throw BaselineError(description: "it has no ‘version’; write it again with --write-baseline")
        }
        guard version == .integer(1) else {
            throw BaselineError(description: "its version is not 1, the only supported one; update toggles-lint")
        }
        guard case .array(let items) = root["findings"] else {
            throw BaselineError(description: "it has no list ‘findings’; write it again with --write-baseline")
        }
        counts = [:]
        for (index, item) in items.enumerated() {
            guard case .object(let object) = item, case .string(let rule) = object["rule"],
                case .string(let path) = object["path"]
            else { throw BaselineError(description: "entry \(index + 1) of its ‘findings’ lacks ‘rule’ or ‘path’") }
            func text(_ name: String) -> String? {
                if case .string(let text) = object[name] { text } else { nil }
            }
            let entry = BaselineEntry(
                rule: rule,
                toggle: text("toggle"),
                path: path,
                discriminator: text("discriminator") ?? ""
            )
            var count = 1
            if case .integer(let number) = object["count"] { count = min(max(1, number), 1_000_000) }
            counts[entry, default: 0] += count
        }
    }

    /// The text of the baseline's file, with one entry per line; the same findings always give the same text.
    package var text: String {
        let entries = counts.keys.sorted().map { entry in
            var object: JSONObject = ["path": .string(entry.path), "rule": .string(entry.rule)]
            if let toggle = entry.toggle { object["toggle"] = .string(toggle) }
            if !entry.discriminator.isEmpty { object["discriminator"] = .string(entry.discriminator) }
            if let count = counts[entry], count > 1 { object["count"] = .integer(count) }
            return "    " + JSONWriter(.oneLine).text(.object(object))
        }
        let list = entries.isEmpty ? "[]" : "[\n\(entries.joined(separator: ",\n"))\n  ]"
        return "{\n  \"version\": 1,\n  \"findings\": \(list)\n}\n"
    }

    /// Separates new findings from those in the baseline.
    ///
    /// If several findings share an entry, the first of them are dropped, up to the entry's count.
    ///
    /// - Parameter findings: The findings, in the order of the report.
    /// - Returns: The new findings, and the entries that occur less often than they count.
    func divide(_ findings: [Finding]) -> (new: [Finding], gone: [BaselineEntry]) {
        var rest = counts
        let new = findings.filter { finding in
            let entry = BaselineEntry(finding)
            guard let count = rest[entry], count > 0 else { return true }
            rest[entry] = count - 1
            return false
        }
        return (new, rest.filter { $0.value > 0 }.keys.sorted())
    }
}

/// The reason why a file is not a valid baseline.
package struct BaselineError: Error, CustomStringConvertible {
    /// The problem, as a sentence without a full stop.
    package var description: String
}
