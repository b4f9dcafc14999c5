import FeatureToggles

/// What the files of a cached document are called after: its source, and who asks where that matters.
///
/// Neither can be read from it: the names of files are hashes. Who asks is the targeting key where there is one, so that a
/// new version of the app or the system, which are attributes, does not begin without a document; the source is asked
/// at once when the attributes are others (``attributes``). Without a targeting key it is all that is known.
struct CacheKey: Sendable, Hashable {
    /// The part that all contexts of a source share.
    let source: String
    /// The whole.
    let text: String
    /// A hash over the whole context; `nil` where the document does not depend on it.
    let attributes: String?

    init(source: String, context: EvaluationContext?) {
        self.source = Self.hex(ContentHash.of(Array("source\0\(source)".utf8)))
        guard let context else {
            text = self.source
            attributes = nil
            return
        }
        attributes = Self.hash(context)
        text =
            "\(self.source)-\(Self.hash(context.targetingKey.map { EvaluationContext(targetingKey: $0) } ?? context))"
    }

    private static func hash(_ context: EvaluationContext) -> String {
        let bytes = JSONWriter().bytes(canonical(context))
        // Two hashes, since 64 bits are few where somebody could see what is another's.
        let first = ContentHash.of(Array("context\0".utf8) + bytes)
        let second = ContentHash.of(Array("again\0".utf8) + bytes.reversed())
        return hex(first) + hex(second)
    }

    /// A number as sixteen hexadecimal digits.
    static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The context as JSON that does not depend on the order of attributes.
    private static func canonical(_ context: EvaluationContext) -> JSONValue {
        let attributes = context.attributes.map {
            JSONObject.Member(name: $0.key, value: sorted($0.value, depth: 0))
        }
        let key: JSONValue = context.targetingKey.map { .string($0) } ?? .null
        let members = [
            JSONObject.Member(name: "key", value: key),
            JSONObject.Member(name: "attributes", value: .object(JSONObject(attributes).sortedByName())),
        ]
        return .object(JSONObject(members))
    }

    private static func sorted(_ value: JSONValue, depth: Int) -> JSONValue {
        // Deeper ones are told apart by the order of their members as well, which asks once more than needed.
        guard depth < 64 else { return value }
        switch value {
        case .array(let elements): return .array(elements.map { sorted($0, depth: depth + 1) })
        case .object(let object):
            let members = object.members.map {
                JSONObject.Member(name: $0.name, value: sorted($0.value, depth: depth + 1))
            }
            return .object(JSONObject(members).sortedByName())
        default: return value
        }
    }
}
