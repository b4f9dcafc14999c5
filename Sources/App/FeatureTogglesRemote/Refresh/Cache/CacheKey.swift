import FeatureToggles
import ToggleBase

/// The names of the files for a cached document, which depend on its source and, if relevant, on the context.
///
/// The names are hashes, which don't reveal either. The context's part is its targeting key. Without one, it consists of
/// the attributes, except for those that an update or a setting changes
/// (``FeatureToggles/EvaluationContext/Attribute/changing``). So a new version of the app or the system still starts
/// with a document; if the attributes differ, the client fetches at once (``attributes``).
///
/// How the app was distributed doesn't count, because it's detected after the start. It changes only if a build from
/// TestFlight is released unchanged; then its document counts as recent for the minimum interval.
struct CacheKey: Sendable, Hashable {
    /// The part that all contexts of a source share.
    let source: String
    /// The complete key.
    let text: String
    /// A hash of the context; `nil` if the document does not depend on it.
    let attributes: String?

    init(source: String, context: EvaluationContext?) {
        self.source = Self.hex(ContentHash.of(Array("source\0\(source)".utf8)))
        guard let context else {
            text = self.source
            attributes = nil
            return
        }
        attributes = Self.hash(context, without: [EvaluationContext.Attribute.distribution])
        let owner = context.targetingKey.map { EvaluationContext(targetingKey: $0) } ?? context
        text = "\(self.source)-\(Self.hash(owner, without: EvaluationContext.Attribute.changing))"
    }

    private static func hash(_ context: EvaluationContext, without ignored: Set<String>) -> String {
        let bytes = JSONWriter().bytes(canonical(context, without: ignored))
        // Two hashes, because a collision in 64 bits could show one user the document of another.
        let first = ContentHash.of(Array("context\0".utf8) + bytes)
        let second = ContentHash.of(Array("again\0".utf8) + bytes.reversed())
        return hex(first) + hex(second)
    }

    /// Formats a number as sixteen hexadecimal digits.
    static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the context without some attributes, as JSON that does not depend on the order of attributes.
    private static func canonical(_ context: EvaluationContext, without ignored: Set<String>) -> JSONValue {
        let attributes = context.attributes.filter { !ignored.contains($0.key) }.map {
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
        // At this depth, the order of members also distinguishes contexts, which only causes an extra fetch.
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
