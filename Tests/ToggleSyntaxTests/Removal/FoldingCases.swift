import Foundation

extension FoldingCase {
    /// All cases.
    static let all: [FoldingCase] = files + exact

    /// The folder of the cases.
    ///
    /// In each file, `===` begins a case with its name and the kinds of its remarks, and `---` the code afterwards.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

    private static let files: [FoldingCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().flatMap { name in
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            return read(text)
        }
    }()

    private static func read(_ text: String) -> [FoldingCase] {
        var result: [FoldingCase] = []
        var title = ""
        var before: [Substring] = []
        var after: [Substring]?
        func finish() {
            guard !title.isEmpty else { return }
            let parts = title.split(separator: " [")
            let remarks = parts.count > 1 ? parts[1].dropLast().split(separator: ", ").map(String.init) : []
            let code = before.joined(separator: "\n")
            result.append(
                FoldingCase(String(parts[0]), code, after?.joined(separator: "\n") ?? code, remarks: remarks)
            )
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("=== ") {
                finish()
                (title, before, after) = (String(line.dropFirst(4)), [], nil)
            } else if line == "---" {
                after = []
            } else if line != "--- same" {
                if after == nil { before.append(line) } else { after?.append(line) }
            }
        }
        finish()
        return result
    }

    /// Cases whose bytes matter.
    private static let exact: [FoldingCase] = [
        .init("Windows", "if on {\r\n    a()\r\n    b()\r\n}\r\nc()\r\n", "a()\r\nb()\r\nc()\r\n"),
        .init("Windows with an effect", "a()\r\nlet b = c() && off\r\n", "a()\r\n_ = c()\r\nlet b = false\r\n"),
        .init(
            "Windows with code that goes",
            "func f() {\r\n    a()\r\n\r\n    if off {\r\n        b()\r\n    }\r\n\r\n    c()\r\n}\r\n",
            "func f() {\r\n    a()\r\n\r\n    c()\r\n}\r\n"
        ),
        .init(
            "tabs",
            "func f() {\n\tif on {\n\t\ta()\n\t\tb {\n\t\t\tc()\n\t\t}\n\t}\n}\n",
            "func f() {\n\ta()\n\tb {\n\t\tc()\n\t}\n}\n"
        ),
        .init(
            "two spaces",
            "func f() {\n  if on {\n    a {\n      b()\n    }\n  }\n}\n",
            "func f() {\n  a {\n    b()\n  }\n}\n"
        ),
        .init("byte order mark", "\u{FEFF}let a = on && b\n", "\u{FEFF}let a = b\n"),
        .init("byte order mark before an if", "\u{FEFF}if off {\n    a()\n}\nb()\n", "\u{FEFF}b()\n"),
        .init("no newline at the end", "a()\nif off {\n    b()\n}", "a()\n"),
        .init("other scripts", "let ä = \"😀\"\nif on {\n    größe(ä)\n}\n", "let ä = \"😀\"\ngröße(ä)\n"),
        .init("shebang", "#!/usr/bin/swift\nif on {\n    a()\n}\n", "#!/usr/bin/swift\na()\n"),
        .init("associated value", "let a = f(b)\nlet gone = 1\n", "let a = f(b)\n"),
        .init("blanks at the ends of lines", "if on { \n    a() \n    \n    b()\n} \nc()\n", "a() \n    \nb() \nc()\n"),
    ]
}
