import FeatureToggles
import ForcedUpdates

/// Made-up people, the same ones each time.
struct SampledContexts {
    private let attributes: [(path: [String], values: [JSONValue?])]

    /// Creates a sample.
    ///
    /// - Parameter values: The attributes that rules look at, with values that make a difference.
    init(_ values: AttributeValues) {
        attributes = values.values.sorted { $0.key < $1.key }.map { name, values in
            // Somebody has something else, and somebody has nothing.
            let path = name.split(separator: ".").map(String.init)
            return (path, values.map { Optional($0) } + [.string("something else"), nil])
        }
    }

    /// Somebody of the sample.
    ///
    /// - Parameter index: Who, from 0.
    /// - Returns: A context with a targeting key of its own.
    func context(_ index: Int) -> EvaluationContext {
        var root = JSONObject()
        for (number, attribute) in attributes.enumerated() {
            let choice = Int(
                Self.mixed(UInt64(index) &* 0x9E37_79B9 &+ UInt64(number)) % UInt64(attribute.values.count)
            )
            if let value = attribute.values[choice] { AttributeValues.set(value, at: attribute.path[...], in: &root) }
        }
        var values: [String: JSONValue] = [:]
        for member in root.members { values[member.name] = member.value }
        return EvaluationContext(targetingKey: "sample-\(index)", attributes: values)
    }

    /// Well-mixed bits of a number (the finalizer of SplitMix64).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
