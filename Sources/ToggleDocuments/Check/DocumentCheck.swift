public import FeatureToggles
public import FeatureTogglesRemote
public import ForcedUpdates
public import ToggleManifest

/// Everything that is wrong with a remote document, or that is probably not meant.
///
/// Errors are what a client answers with an error or refuses, and what the schemas of flagd exclude. Warnings are what works
/// in a client and is not what people mean, or what other readers of the same document understand otherwise.
///
/// An update policy, which has `details` and no `flags`, is recognised and held against what apps accept of one, and so is a
/// flag whose variants are what an update policy says.
///
/// ```swift
/// let result = DocumentCheck(registry: manifest.registry).run(text, path: "flags.json")
/// for diagnostic in result.diagnostics { print(diagnostic) }   // flags.json:12:25: error: …
/// ```
///
/// - SeeAlso: https://flagd.dev/schema/v0/flags.json
public struct DocumentCheck: Sendable {
    /// What a text is.
    public enum Subject: Sendable, Hashable {
        /// A document with flags.
        case document
        /// A targeting rule alone, as `targeting` of a flag has it.
        case targeting
    }

    /// The findings.
    public struct Result: Sendable {
        /// Every finding, in file order.
        public let diagnostics: [Diagnostic]
        /// How many flags there are.
        public let flagCount: Int
        /// The number of entries of an update policy; `nil` for other documents.
        public let entryCount: Int?

        /// Whether there is an error.
        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// The toggles that follow the document; `nil` when they are not known.
    public let registry: ToggleRegistry?
    /// What the document may not exceed.
    public let limits: FlagDocument.Limits
    /// The schemes that links of update policies may have, in lower case.
    public let schemes: Set<String>
    /// The time in seconds since 1970, which an update policy should not have been made behind; `nil` when nobody cares.
    public let timestamp: Int64?

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - registry: The toggles that follow the document; `nil` checks the document alone.
    ///   - limits: What the document may not exceed.
    ///   - schemes: The schemes that links of update policies may have, in lower case.
    ///   - timestamp: The time in seconds since 1970, which an update policy should not have been made behind; `nil` when
    ///     nobody cares.
    public init(
        registry: ToggleRegistry? = nil,
        limits: FlagDocument.Limits = .standard,
        schemes: Set<String> = StoreLink.standardSchemes,
        timestamp: Int64? = nil
    ) {
        self.registry = registry
        self.limits = limits
        self.schemes = schemes
        self.timestamp = timestamp
    }

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - path: What the diagnostics call the text.
    ///   - subject: What the text is.
    /// - Returns: What was found: all of it, unless the text is no JSON, of which the first mistake is told. What took too
    ///   long to look at is named by a finding of its own.
    /// - Complexity: O(*n*) in the size of the text, and for each unknown name in the number of known ones.
    public func run(_ text: [UInt8], path: String, as subject: Subject = .document) -> Result {
        var checker = DocumentChecker(registry: registry, limits: limits, schemes: schemes, timestamp: timestamp)
        do throws(JSONSyntaxError) {
            // Not even looked at: it may have any size, and no client reads it.
            guard text.count <= limits.size else {
                checker.refuse(text.count)
                return Result(
                    diagnostics: checker.findings.diagnostics(path: path, text: []),
                    flagCount: 0,
                    entryCount: nil
                )
            }
            let root = try LocatedReader.read(text)
            checker.checkText(text, root, as: subject)
            switch subject {
            case .document:
                if root["flags"]?.value.members != nil { checker.compiled = try? FlagDocument(text: text) }
                checker.checkDocument(root)
                checker.checkCost(root)
            case .targeting: checker.checkTargeting(root)
            }
        } catch {
            let reason =
                error.code == .tooDeep
                ? """
                this is nested more than \(limits.depth) levels deep, which is all that clients accept, and it does not \
                end as JSON does, so that nothing was checked; write it flatter
                """
                : error.message
            checker.findings.error(error.location.offset..<error.location.offset, reason)
        }
        return Result(
            diagnostics: checker.findings.diagnostics(path: path, text: text),
            flagCount: checker.flagCount,
            entryCount: checker.entryCount
        )
    }
}
