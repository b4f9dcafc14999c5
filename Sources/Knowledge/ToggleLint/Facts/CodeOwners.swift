import ToggleManifest

/// A CODEOWNERS file, which assigns owners to files.
///
/// The rules are those of GitHub and GitLab: each line has a pattern and owners, and the last line that matches a file
/// counts. GitLab's sections in brackets name default owners for the following lines.
package struct CodeOwners {
    private struct Entry {
        let pattern: Glob
        let owners: [String]
    }

    private var entries: [Entry] = []

    /// The path from the folder of the patterns to the project's root, with a slash at its end; empty if they are the
    /// same.
    private let prefix: String

    package init(_ file: LintProject.File) {
        prefix = file.prefix
        var sectionOwners: [String] = []
        // CR LF is one character, and also a line break.
        for line in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = Self.words(of: line)
            guard let first = words.first else { continue }
            if first.hasPrefix("[") || first.hasPrefix("^[") {
                let rest = line.split(separator: "]", maxSplits: 1).dropFirst().first ?? ""
                sectionOwners = Self.words(of: rest).filter(Self.isOwner)
                continue
            }
            let owners = words.dropFirst().filter(Self.isOwner)
            entries.append(
                Entry(
                    pattern: Glob(gitPattern: first),
                    owners: owners.isEmpty && words.count == 1 ? sectionOwners : owners
                )
            )
            for owner in entries.last?.owners ?? [] where names.insert(owner).inserted {
                forms.formUnion(Self.forms(of: owner))
            }
        }
    }

    /// All owners in the file, as written.
    package private(set) var names: Set<String> = []
    private var forms: Set<String> = []

    /// Returns whether an owner has a name: the same text, the team of an organization, or the name of an email
    /// address, ignoring case.
    func contains(_ name: String) -> Bool {
        !forms.isDisjoint(with: Self.forms(of: name))
    }

    /// Returns the owner of a file; `nil` if there is none.
    package func owner(of path: String) -> String? {
        entries.last { $0.pattern.matches(prefix + path) }?.owners.first
    }

    /// Returns the names of an owner in lowercase: `@shop/payments` and `payments`, `payments@example.com` and
    /// `payments`.
    private static func forms(of name: String) -> Set<String> {
        let name = name.lowercased()
        var short = name.hasPrefix("@") ? name.dropFirst() : name[...]
        if let slash = short.lastIndex(of: "/") {
            short = short[short.index(after: slash)...]
        } else if let at = short.firstIndex(of: "@") {
            short = short[..<at]
        }
        // Names in a manifest use blanks where team names use hyphens.
        return [name, String(short.map { $0 == " " || $0 == "_" ? "-" : $0 })]
    }

    private static func isOwner(_ word: String) -> Bool { word.contains("@") }

    /// Returns the words of a line, up to a comment; an escaped blank is part of a word.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "#", word.isEmpty {
                break
            } else if character == " " || character == "\t" {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
