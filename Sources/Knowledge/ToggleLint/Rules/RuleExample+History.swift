import ToggleBase
import ToggleManifest

extension RuleExample {
    /// The history as lines: a day, followed by the indented text of the remote document from then on.
    ///
    /// Only lines that differ between the revisions are included.
    package var historyLines: [String] {
        let texts = revisions.map { Self.lines(of: $0.text) }
        let present = document.map(Self.lines) ?? []
        var result: [String] = []
        for (revision, lines) in zip(revisions, texts) {
            let differing = lines.filter { line in !(texts + [present]).allSatisfy { $0.contains(line) } }
            result.append(revision.day)
            result += differing.isEmpty ? ["  the document as it is now"] : differing
        }
        for event in history?.toggles ?? [] {
            switch event.kind {
            case .born(_, let expires?): result += ["\(event.commit.day)", "  \(event.toggle) expires \(expires)"]
            case .expiry(let from?, let to?):
                result += ["\(event.commit.day)", "  \(event.toggle) expires \(to) instead of \(from)"]
            default: break
            }
        }
        return result
    }

    /// The title of the lines: `flags.json in git, where it differs`.
    package var historyTitle: String {
        revisions.isEmpty ? "toggles.yaml in git" : "flags.json in git, where it differs"
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}

extension ProjectHistory {
    /// Creates the git history of a remote document with these texts.
    init(of revisions: [RuleExample.Revision]) {
        self.init(
            documents: revisions.enumerated().compactMap { index, revision in
                CalendarDate(revision.day).map { day in
                    let commit = Commit(
                        identifier: String(repeating: "\(index % 10)", count: 40),
                        day: day,
                        author: "Robin",
                        subject: revision.subject
                    )
                    return (revision.text, commit)
                }
            }
        )
    }
}
