import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct FlagDocumentLimitsTests {
    private static let limits = FlagDocument.Limits.standard

    private static func flag(_ value: String) -> String {
        #"{"state": "ENABLED", "variants": {"v": \#(value)}, "defaultVariant": "v"}"#
    }

    private static func error(of key: String, in document: FlagDocument) -> EvaluationError? {
        document.evaluation(of: key)?.error
    }

    @Test func documentOfMaximumSizeIsAccepted() throws {
        let start = Array(#"{"flags": {}}"#.utf8)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: Self.limits.size - start.count)
        #expect(try FlagDocument(text: start + spaces).keys.isEmpty)
        let refusal = #expect(throws: RemoteDocumentError.self) {
            try FlagDocument(text: start + spaces + [UInt8(ascii: " ")])
        }
        #expect(refusal?.description == "the document has 1048577 bytes, more than the 1048576 allowed")
    }

    @Test func maximumNumberOfFlagsIsAccepted() throws {
        func document(_ count: Int) -> [UInt8] {
            Array("{\"flags\": {\((0..<count).map { "\"f\($0)\": 1" }.joined(separator: ","))}}".utf8)
        }
        #expect(try FlagDocument(text: document(Self.limits.flags)).count == 5_000)
        let refusal = #expect(throws: RemoteDocumentError.self) {
            try FlagDocument(text: document(Self.limits.flags + 1))
        }
        #expect(refusal?.description == "the document has 5001 flags, more than the 5000 allowed")
    }

    @Test func valueOfMaximumDepthIsAccepted() throws {
        // The document, its flags, the flag, and its variants are four levels.
        func document(_ depth: Int) -> [UInt8] {
            let value = String(repeating: "[", count: depth - 4) + String(repeating: "]", count: depth - 4)
            return Array("{\"flags\": {\"extras\": \(Self.flag(value))}}".utf8)
        }
        let accepted = try FlagDocument(text: document(Self.limits.depth))
        #expect(Self.error(of: "extras", in: accepted) == nil)
        let deeper = try FlagDocument(text: document(Self.limits.depth + 1))
        #expect(
            Self.error(of: "extras", in: deeper)
                == EvaluationError(
                    .parseError,
                    "the value of the variant ‘v’ is nested more than 12 levels deep; flatten it"
                )
        )
        let refusal = #expect(throws: RemoteDocumentError.self) {
            try FlagDocument(text: Array(String(repeating: "[", count: 1 << 20).utf8))
        }
        #expect(refusal?.description.contains("more than 64 levels") == true)
    }

    @Test func keyOfMaximumLengthIsAccepted() throws {
        let fits = String(repeating: "ä", count: Self.limits.keyLength / 2)
        let document = try FlagDocument(
            text: Array("{\"flags\": {\"\(fits)\": \(Self.flag("1")), \"\(fits)a\": \(Self.flag("1"))}}".utf8)
        )
        #expect(Self.error(of: fits, in: document) == nil)
        #expect(
            Self.error(of: fits + "a", in: document)
                == EvaluationError(.parseError, "the flag's key has more than 256 bytes")
        )
    }

    @Test func maximumStringLengthAppliesAtAnyDepth() throws {
        let fits = String(repeating: "x", count: Self.limits.stringLength)
        let document = try FlagDocument(
            text: Array(
                """
                {"flags": {"fits": \(Self.flag("\"\(fits)\"")), "long": \(Self.flag("\"\(fits)x\"")),
                "deep": \(Self.flag("{\"a\": [{\"b\": \"\(fits)x\"}]}")), "neighbor": \(Self.flag("1"))}}
                """.utf8
            )
        )
        let error = EvaluationError(.parseError, "variant ‘v’ has a string of more than 65536 bytes")
        #expect(Self.error(of: "fits", in: document) == nil)
        #expect(Self.error(of: "long", in: document) == error)
        #expect(Self.error(of: "deep", in: document) == error)
        #expect(Self.error(of: "neighbor", in: document) == nil)
    }
}
