import ToggleBase
import ToggleManifest

/// The overrides of a local defaults file, with their places.
///
/// The file is parsed as JSON, because a RELEASE build doesn't contain the part of the core that reads such a file.
struct LocalOverrides {
    /// One override.
    struct Override {
        let key: String
        let value: JSONValue
        let keyRange: SourceRange
        let valueRange: SourceRange
    }

    let path: String
    /// The overrides in the order of the file; if a toggle occurs twice, the last one counts.
    private(set) var overrides: [Override] = []
    /// The options of commands that change the file, with a space before each word.
    let options: String
    private let owner: String?

    /// Reads the file; `nil` if there is none, or it can't be read.
    init?(_ project: LintProject, _ codeOwners: CodeOwners?) {
        guard let file = project.localDefaults, let document = try? JSONReader().document(from: file.bytes),
            document.root.members != nil
        else { return nil }
        path = file.path
        options = project.localDefaultsOptions.map { " \($0.quotedForShell)" }.joined()
        owner = codeOwners?.owner(of: file.path)
        guard let members = document.root["toggles"]?.value.members else { return }
        var places = Places(bytes: file.bytes)
        var last: [String: Int] = [:]
        for (number, member) in members.enumerated() { last[member.name] = number }
        for (number, member) in members.enumerated() where last[member.name] == number {
            overrides.append(
                Override(
                    key: member.name,
                    value: member.value.json,
                    keyRange: places.range(member.nameRange),
                    valueRange: places.range(member.value.range)
                )
            )
        }
    }

    /// Returns a finding about an override.
    func finding(
        _ rule: RuleDescription,
        about toggle: ToggleDeclaration?,
        at range: SourceRange,
        key: String,
        message: String,
        nextStep: String
    ) -> Finding {
        var finding = Finding(
            rule,
            toggle: toggle,
            path: path,
            range: range,
            message: message,
            nextStep: nextStep,
            discriminator: key
        )
        finding.owner = finding.owner ?? owner
        finding.ownerDescription = "the author of the override"
        return finding
    }
}

extension LocalOverrides {
    /// Finds the lines and columns of increasing offsets in one pass over the text.
    private struct Places {
        let bytes: [UInt8]
        private var last: SourceLocation

        init(bytes: [UInt8]) {
            self.bytes = bytes
            // A byte order mark doesn't count as a column.
            last = SourceLocation(line: 1, column: 1, offset: bytes.starts(with: JSONReader.byteOrderMark) ? 3 : 0)
        }

        mutating func range(_ range: Range<Int>) -> SourceRange {
            let start = place(of: range.lowerBound)
            return SourceRange(start: start, end: place(of: range.upperBound))
        }

        private mutating func place(of offset: Int) -> SourceLocation {
            var (line, lineStart) = (last.line, last.offset)
            for index in last.offset..<max(last.offset, offset) {
                let isBreak = bytes[index] == UInt8(ascii: "\n")
                let isCarriageReturn = bytes[index] == UInt8(ascii: "\r")
                let isPair = isCarriageReturn && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
                guard isBreak || isCarriageReturn && !isPair else { continue }
                line += 1
                lineStart = index + 1
            }
            let count = String(decoding: bytes[lineStart..<max(lineStart, offset)], as: UTF8.self).count
            let column = line == last.line ? last.column + count : count + 1
            last = SourceLocation(line: line, column: column, offset: offset)
            return last
        }
    }
}
