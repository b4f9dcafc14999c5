import DocumentSyntax
public import FeatureToggles
public import FeatureTogglesRemote
public import ForcedUpdates
import ToggleBase
public import ToggleManifest

/// A check of a remote document for errors and probable mistakes.
///
/// Errors are problems that make a client reject the document or return an error, and violations of flagd's schemas.
/// Warnings are for content that works in a client but is probably unintended, or that other readers interpret
/// differently.
///
/// An update policy, which has `details` and no `flags`, is recognized and checked against the rules of apps; so is a
/// flag whose variants are an update policy.
///
/// ```swift
/// let result = DocumentCheck(registry: manifest.registry).run(text, path: "flags.json")
/// for diagnostic in result.diagnostics { print(diagnostic) }   // flags.json:12:25: error: …
/// ```
///
/// - SeeAlso: https://flagd.dev/schema/v0/flags.json
public struct DocumentCheck: Sendable {
    /// The kind of text to check.
    public enum Subject: Sendable, Hashable {
        /// A document with flags.
        case document
        /// A single targeting rule, in the form of a flag's `targeting`.
        case targeting
    }

    /// The result of a check.
    public struct Result: Sendable {
        /// All findings, in file order.
        public let diagnostics: [Diagnostic]
        /// The number of flags.
        public let flagCount: Int
        /// The number of entries of an update policy; `nil` for other documents.
        public let entryCount: Int?
        /// The text, and what clients compile from it.
        var parts: (root: LocatedValue, document: FlagDocument?, policy: UpdatePolicyDocument?)?

        /// Whether any finding is an error.
        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// The toggles that read the document; `nil` if they are unknown.
    public let registry: ToggleRegistry?
    /// The limits for the document.
    public let limits: FlagDocument.Limits
    /// The allowed schemes of links in update policies, in lower case.
    public let schemes: Set<String>
    /// The offset from UTC of creation times of update policies that don't state their own.
    public let utcOffset: Duration
    /// The current time in seconds since 1970, which an update policy's creation time should not be after; `nil` skips
    /// that check.
    public let timestamp: Int64?

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - registry: The toggles that read the document; `nil` checks only the document.
    ///   - limits: The limits for the document.
    ///   - schemes: The allowed schemes of links in update policies, in lower case.
    ///   - utcOffset: The offset from UTC of creation times of update policies that don't state their own.
    ///   - timestamp: The current time in seconds since 1970, which an update policy's creation time should not be
    ///     after; `nil` skips that check.
    public init(
        registry: ToggleRegistry? = nil,
        limits: FlagDocument.Limits = .standard,
        schemes: Set<String> = StoreLink.standardSchemes,
        utcOffset: Duration = .zero,
        timestamp: Int64? = nil
    ) {
        self.registry = registry
        self.limits = limits
        self.schemes = schemes
        self.utcOffset = utcOffset
        self.timestamp = timestamp
    }

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - path: The path that diagnostics name.
    ///   - subject: The kind of text.
    /// - Returns: All findings; if the text isn't JSON, only the first syntax error. Parts that would take too long to
    ///   check are reported by a separate finding.
    /// - Complexity: O(*n*) in the size of the text; each unknown name also takes O(*m*) in the number of known names.
    public func run(_ text: [UInt8], path: String, as subject: Subject = .document) -> Result {
        var checker = DocumentChecker(self)
        var read: LocatedValue?
        do throws(JSONSyntaxError) {
            // Rejected without reading it, because it may have any size, and no client accepts it.
            guard text.count <= limits.size else {
                checker.refuse()
                return Result(
                    diagnostics: checker.findings.diagnostics(path: path, text: []),
                    flagCount: 0,
                    entryCount: nil
                )
            }
            let (root, commas) = try LocatedReader.readPolicyOrDocument(text)
            read = root
            checker.checkText(text, root, as: subject)
            for comma in commas { checker.findings.warning(comma..<comma + 1, UpdatePolicyDocument.trailingComma) }
            switch subject {
            case .document:
                if root["flags"]?.value.members != nil { checker.compiled = try? FlagDocument(text: text) }
                if root.isUpdatePolicy { checker.checkPolicySize(text.count) }
                checker.checkDocument(root)
                checker.checkCost(root)
            case .targeting: checker.checkTargeting(root)
            }
        } catch {
            let reason =
                switch error.code {
                case .tooDeep:
                    """
                    this is nested more than \(LocatedReader.maximumDepth) levels deep and is not complete JSON, so nothing \
                    was checked; flatten it
                    """
                case .emptyInput where subject == .document:
                    "the text is empty; a document without flags is {\"flags\": {}}"
                default: error.message
                }
            checker.findings.error(error.location.offset..<error.location.offset, reason)
        }
        return Result(
            diagnostics: checker.findings.diagnostics(path: path, text: text),
            flagCount: checker.flagCount,
            entryCount: checker.entryCount,
            parts: read.map { ($0, checker.compiled, checker.policy) }
        )
    }
}
