import ToggleBase

/// A document at a target, which can be in the envelope of a signature.
///
/// A published document contains its revision, as `"metadata": {"revision": 7}`. So no two revisions have the same bytes,
/// and a store that compares contents never takes one for another.
package struct PublishedDocument: Sendable, Hashable {
    /// The bytes at the target.
    package let bytes: [UInt8]
    /// The document itself: the bytes, or what the envelope contains.
    package let document: [UInt8]
    /// The revision in the envelope or in the document; `nil` if it isn't one of ``revisions``.
    package let revision: Int?
    /// Whether it is in the envelope of a signature.
    package let isSigned: Bool

    /// The possible revisions, which every reader of JSON can represent.
    package static let revisions = 1...(1 << 53 - 1)

    /// Reads a document.
    ///
    /// Any text can be at a target, so none is an error.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let root = try? JSONReader().document(from: bytes, skipsDeeper: true).root
        guard let root, case .string(let payload)? = root["payload"]?.value.content, root["signature"] != nil,
            let document = Base64.bytes(payload)
        else {
            document = bytes
            isSigned = false
            revision = root.flatMap(Self.revision)
            return
        }
        self.document = document
        isSigned = true
        revision = Self.number(root["revision"])
    }

    private static func revision(_ root: LocatedValue) -> Int? { number(root["metadata"]?.value["revision"]) }

    private static func number(_ member: LocatedMember?) -> Int? {
        guard case .integer(let number)? = member?.value.content, revisions.contains(number) else { return nil }
        return number
    }

    /// Returns a document with another revision; every other byte stays.
    ///
    /// An update policy has the revision in the same place. Any other text stays as it is.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - revision: The revision; `nil` for none.
    /// - Returns: The document with the revision.
    package static func stamped(_ document: [UInt8], _ revision: Int?) -> [UInt8] {
        guard let root = try? JSONReader().document(from: document, skipsDeeper: true).root,
            root["flags"]?.value.members != nil || root["details"]?.value.elements != nil
        else { return document }
        let editor = JSONEditor(document)
        let number = revision.map { Array("\($0)".utf8) }
        guard let metadata = root["metadata"], metadata.value.members != nil else {
            guard let number, root["metadata"] == nil else { return document }
            let value = Array(#"{ "revision": "#.utf8) + number + Array(" }".utf8)
            return editor.edits(setting: [("metadata", value)], in: root).applied(to: document)
        }
        return editor.edits(setting: [("revision", number)], in: metadata.value, named: metadata.nameRange)
            .applied(to: document)
    }

    /// Returns whether another document has the same content, apart from its revision.
    package func hasContent(_ other: [UInt8]) -> Bool {
        Self.stamped(document, 1) == Self.stamped(other, 1)
    }
}
