#if OVERRIDES
import ToggleBase

/// The parsed text of a local defaults file.
struct LocalDefaultsDocument {
    /// The largest revision, which other JSON readers keep exactly.
    static let maximumRevision = Int(clamping: JSONValue.largestExactInteger)
    private static let maximumReportedNames = 20
    /// The version of the format.
    static let version = 1

    let document: JSONDocument
    let state: LocalDefaultsState
    /// The problem with the version if files of that version must not be written.
    let unsupportedVersion: LocalDefaultsProblem?
    /// The problem with the content if the file has another purpose, so that it must not be written.
    let foreignContent: LocalDefaultsProblem?

    /// Parses the text of a file.
    ///
    /// - Throws: An error if the text is not a valid local defaults file.
    init(_ bytes: [UInt8], path: String) throws(LocalDefaultsError) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONReader().document(from: bytes)
        } catch {
            throw LocalDefaultsError(.malformed, path: path, at: error.location, error.message)
        }
        self.document = document
        let value = document.value
        guard case .object(let object) = value else {
            throw LocalDefaultsError(
                .malformed,
                path: path,
                at: document.location(at: document.root.range.lowerBound),
                "Found \(value.kindDescription); write an object, for example { \"version\": 1, \"toggles\": {} }."
            )
        }
        var problems = Self.duplicateProblems(in: document)
        unsupportedVersion = Self.unsupportedVersion(in: object, document)
        foreignContent = Self.foreignContent(in: object, document)
        var values: [String: JSONValue] = [:]
        switch object["toggles"] {
        case .object(let toggles):
            values = Dictionary(toggles.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        case .none:
            if let problem = Self.strayContent(in: object, document) { problems.append(problem) }
        case let other?:
            let location = Self.location(of: "toggles", in: document)
            let message = "Found \(other.kindDescription) as \"toggles\"; write an object of toggles and values."
            guard unsupportedVersion != nil else {
                throw LocalDefaultsError(.malformed, path: path, at: location, message)
            }
            problems.append(LocalDefaultsProblem(message, at: location))
        }
        let revision = Self.revision(in: object, document, &problems)
        if let unsupportedVersion { problems.append(unsupportedVersion) }
        state = LocalDefaultsState(values: values, revision: revision, problems: problems)
    }

    /// Returns the problem of a file whose members are not in "toggles".
    private static func strayContent(in object: JSONObject, _ document: JSONDocument) -> LocalDefaultsProblem? {
        guard object["version"] == nil,
            let stray = object.members.first(where: { !["revision", "$schema"].contains($0.name) })
        else { return nil }
        return LocalDefaultsProblem(
            """
            Nothing is overridden, because there are no \"toggles\"; write \
            { "version": 1, "toggles": { "\(stray.name)": … } }.
            """,
            at: location(of: stray.name, in: document)
        )
    }

    private static func revision(
        in object: JSONObject,
        _ document: JSONDocument,
        _ problems: inout [LocalDefaultsProblem]
    ) -> Int {
        switch object["revision"] {
        case .integer(let number) where (0...maximumRevision).contains(number): return number
        case .none: return 0
        default:
            problems.append(
                LocalDefaultsProblem(
                    "The revision is not a whole number from 0 to \(maximumRevision) and counts as 0; remove it.",
                    at: location(of: "revision", in: document)
                )
            )
            return 0
        }
    }

    private static func location(of name: String, in document: JSONDocument) -> JSONLocation {
        document.location(at: (document.root[name]?.value ?? document.root).range.lowerBound)
    }

    private static func unsupportedVersion(
        in object: JSONObject,
        _ document: JSONDocument
    ) -> LocalDefaultsProblem? {
        switch object["version"] {
        case .integer(version), .none:
            return nil
        case .integer(let number) where number > version:
            return LocalDefaultsProblem(
                """
                The file has version \(number), but only version \(version) is supported here. Its known parts are \
                read, and it is never written; use a newer tool to change it.
                """,
                at: location(of: "version", in: document)
            )
        default:
            return LocalDefaultsProblem(
                "Found an invalid version; write \"version\": \(version).",
                at: location(of: "version", in: document)
            )
        }
    }

    private static func foreignContent(in object: JSONObject, _ document: JSONDocument) -> LocalDefaultsProblem? {
        guard object["toggles"] == nil,
            let stray = object.members.first(where: { !["version", "revision", "$schema"].contains($0.name) })
        else { return nil }
        return LocalDefaultsProblem(
            """
            This is not a local defaults file, so it is not written: it contains "\(stray.name)" but no "toggles". Use \
            another file, or add "toggles": {} to this one.
            """,
            at: location(of: stray.name, in: document)
        )
    }

    private static func duplicateProblems(in document: JSONDocument) -> [LocalDefaultsProblem] {
        let duplicates = document.duplicates
        var problems = duplicates.prefix(maximumReportedNames).map { duplicate in
            LocalDefaultsProblem(
                "Found \"\(duplicate.name)\" more than once; the last one counts, so remove the others.",
                at: document.location(at: duplicate.offset)
            )
        }
        let others = duplicates.count - problems.count
        if others > 0 {
            problems.append(LocalDefaultsProblem("\(others) more names occur more than once."))
        }
        return problems
    }
}
#endif
