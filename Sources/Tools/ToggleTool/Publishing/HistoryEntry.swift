package import ToggleBase

/// One revision in the history of a target: a file beside the document that is never changed.
///
/// The publisher that writes the entry of a revision first publishes this revision.
package struct HistoryEntry: Sendable, Hashable {
    /// The number of the revision, one higher than that of the entry before.
    package var revision: Int
    /// The number of the entry before; `nil` for the first one.
    package var previous: Int?
    /// When it was published, in seconds since 1970.
    package var seconds: Int64
    /// The person or the machine that published it.
    package var author: String
    /// Why it was published.
    package var reason: String?
    /// The command, without its options, such as `kill reviews`.
    package var command: String
    /// The commit that contains the document.
    package var commit: String?
    /// The difference to the document before, in words, one change per line.
    package var lines: [String]
    /// The difference to the document before, as `toggles diff --json` prints it.
    package var difference: JSONValue
    /// The digest of the file that this revision replaces; `nil` for the first file.
    package var replaces: String?
    /// The file at the target, byte for byte.
    package var document: [UInt8]
    /// A random number, with which two publishers of the same content distinguish their entries.
    package var identifier: String

    package init(
        revision: Int,
        previous: Int?,
        seconds: Int64,
        author: String,
        reason: String? = nil,
        command: String,
        commit: String? = nil,
        lines: [String] = [],
        difference: JSONValue = [],
        replaces: [UInt8]?,
        document: [UInt8],
        identifier: String = String(UInt64.random(in: .min ... .max), radix: 16)
    ) {
        self.revision = revision
        self.previous = previous
        self.seconds = seconds
        self.author = author
        self.reason = reason
        self.command = command
        self.commit = commit
        self.lines = lines
        self.difference = difference
        self.replaces = replaces.map { ContentDigest($0).text }
        self.document = document
        self.identifier = identifier
    }

    /// Returns whether a file is the one that this revision replaces.
    func isReplacing(_ bytes: [UInt8]?) -> Bool { replaces == bytes.map { ContentDigest($0).text } }

    /// The time in UTC, as `2026-11-30T08:15:00Z`.
    package var time: String {
        let date = CalendarDate(secondsSince1970: seconds).map(\.description) ?? "????-??-??"
        return "\(date)T\(SystemTime.clock(seconds))Z"
    }

    /// The revision with its author, time, and reason, for messages.
    package var title: String {
        "revision \(revision), published by \(author) at \(time) (\(command)\(reason.map { ", ‘\($0)’" } ?? ""))"
    }
}

// MARK: - JSON

extension HistoryEntry {
    /// The version of the format.
    static let schema = 1

    /// The members that describe the revision, without the document.
    package var json: JSONObject {
        var object: JSONObject = [
            "schema": .integer(Self.schema), "revision": .integer(revision),
            "previous": previous.map { .integer($0) } ?? .null, "time": .string(time), "author": .string(author),
            "command": .string(command),
        ]
        if let reason { object["reason"] = .string(reason) }
        if let commit { object["commit"] = .string(commit) }
        object["changes"] = .array(lines.map { .string($0) })
        object["difference"] = difference
        object["replaces"] = replaces.map { .string($0) } ?? .null
        object["identifier"] = .string(identifier)
        return object
    }

    /// The file of the entry.
    package var bytes: [UInt8] {
        var object = json
        // As text, so that people can read it. A document is UTF-8; what isn't must still come back byte for byte.
        let text = String(decoding: document, as: UTF8.self)
        if Array(text.utf8) == document {
            object["document"] = .string(text)
        } else {
            object["documentBase64"] = .string(Base64.text(document))
        }
        return JSONWriter(.pretty).bytes(.object(object)) + [UInt8(ascii: "\n")]
    }

    /// Reads the file of an entry.
    ///
    /// Members of later versions are ignored. The result is `nil` if the file isn't an entry.
    ///
    /// - Parameter bytes: The file.
    package init?(_ bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONReader().value(from: bytes) else { return nil }
        func text(_ name: String) -> String? { if case .string(let text)? = object[name] { text } else { nil } }
        guard case .integer(let revision)? = object["revision"],
            PublishedDocument.revisions.contains(revision), let author = text("author"),
            let seconds = text("time").flatMap(Self.seconds),
            let document = text("document").map({ Array($0.utf8) }) ?? text("documentBase64").flatMap(Base64.bytes)
        else { return nil }
        var lines: [String] = []
        if case .array(let values)? = object["changes"] {
            lines = values.compactMap { if case .string(let line) = $0 { line } else { nil } }
        }
        let previous: Int? = if case .integer(let number)? = object["previous"] { number } else { nil }
        self.init(
            revision: revision,
            previous: previous.flatMap { (1..<revision).contains($0) ? $0 : nil },
            seconds: seconds,
            author: author,
            reason: text("reason"),
            command: text("command") ?? "publish",
            commit: text("commit"),
            lines: lines,
            difference: object["difference"] ?? [],
            replaces: nil,
            document: document,
            identifier: text("identifier") ?? ""
        )
        replaces = text("replaces")
    }

    /// Reads a time in UTC, as `2026-11-30T08:15:00Z`, or a date, which means its end.
    ///
    /// - Parameter text: The text.
    /// - Returns: The seconds since 1970, or `nil` if the text isn't a time.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let day = CalendarDate(String(parts[0])), parts.count <= 2 else { return nil }
        let midnight = Int64(day.daysSince1970) * 86_400
        guard parts.count == 2 else { return midnight + 86_399 }
        let clock = parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]
        let numbers = clock.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.count == 2 ? UInt8(part) : nil
        }
        guard (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1],
            let second = numbers.count == 3 ? numbers[2] : 0, hour < 24, minute < 60, second < 60
        else { return nil }
        return midnight + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
    }
}
