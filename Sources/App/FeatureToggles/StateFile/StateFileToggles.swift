#if OVERRIDES
import ToggleBase

/// The toggles of a state file, each of which is decoded when it is needed.
///
/// An app can have ten thousand toggles, of which a tool shows a screenful.
struct StateFileToggles: Sendable {
    private let text: [UInt8]
    /// The keys with the places of the toggles, in order.
    private let elements: [(key: String, range: Range<Int>)]
    /// The indices of the toggles by key; several if the app's modules declare one differently.
    private let indices: [TextOfBytes: [Int]]

    /// Refers to the objects of an array in a text.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    init(_ places: [Range<Int>], in text: [UInt8]) {
        self.text = text
        elements = places.compactMap { place in Self.key(at: place, in: text).map { ($0, place) } }
        indices = Dictionary(grouping: elements.indices) { [elements] in TextOfBytes(elements[$0].key) }
    }

    /// All toggles in order.
    ///
    /// - Complexity: O(*n*) in the number of toggles, all of which are decoded.
    var all: [StateFile.Toggle] { elements.compactMap { toggle(at: $0.range) } }

    /// The keys of all toggles, in order, including toggles that can't be decoded.
    var keys: [String] { elements.map(\.key) }

    /// The toggles with a key, in order.
    subscript(key: String) -> [StateFile.Toggle] {
        (indices[TextOfBytes(key)] ?? []).compactMap { toggle(at: elements[$0].range) }
            .filter { $0.key.hasSameBytes(as: key) }
    }

    private func toggle(at range: Range<Int>) -> StateFile.Toggle? {
        Self.object(at: range, in: text).flatMap { StateFile.Toggle($0) }
    }

    private static func object(at range: Range<Int>, in text: [UInt8]) -> JSONObject? {
        guard case .object(let object)? = try? JSONReader().value(from: Array(text[range])) else { return nil }
        return object
    }

    /// How clients write a toggle, whose key is then known without decoding it.
    private static let beginning = Array(#"{"key":""#.utf8)

    private static func key(at range: Range<Int>, in text: [UInt8]) -> String? {
        let rest = text[range].dropFirst(beginning.count)
        if text[range].starts(with: beginning),
            let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
            text[end] == UInt8(ascii: "\"")
        {
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        guard case .string(let key)? = object(at: range, in: text)?["key"] else { return nil }
        return key
    }
}

#endif
