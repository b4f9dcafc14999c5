#if OVERRIDES
import ToggleBase

/// Edits the text of a local defaults file, and leaves the rest of it unchanged, byte for byte.
struct LocalDefaultsText {
    /// Returns the text of a new file.
    static func new(_ effect: LocalDefaultsEffect, revision: Int) -> [UInt8] {
        let value: JSONValue = [
            "version": .integer(LocalDefaultsDocument.version), "revision": .integer(revision),
            "toggles": .object(JSONObject(effect.members)),
        ]
        return JSONWriter(.pretty).bytes(value) + [UInt8(ascii: "\n")]
    }

    private let document: JSONDocument

    init(_ document: JSONDocument) {
        self.document = document
    }

    /// Returns the text after the edits.
    ///
    /// The top-level value must be an object, and so must the toggles, if there are any.
    func edited(_ effect: LocalDefaultsEffect, revision: Int) -> [UInt8] {
        var top = JSONObjectText(document, of: nil)
        let members = document.members(of: nil)
        func setTop(_ name: String, _ text: [UInt8]) {
            if let position = members.lastIndex(where: { $0.name == name }) {
                top.replaceValue(at: position, with: text)
            } else {
                top.append(name: name, value: text)
            }
        }
        if !members.contains(where: { $0.name == "version" }) {
            setTop("version", JSONWriter().bytes(.integer(LocalDefaultsDocument.version)))
        }
        setTop("revision", JSONWriter().bytes(.integer(revision)))
        setTop("toggles", toggles(effect))
        return document.bytes[..<document.valueRange.lowerBound]
            + top.text(whenEmpty: document.gaps(atNameOf: nil))
            + document.bytes[document.valueRange.upperBound...]
    }

    private func toggles(_ effect: LocalDefaultsEffect) -> [UInt8] {
        guard let index = document.index(of: "toggles") else {
            return JSONWriter(.oneLine).bytes(.object(JSONObject(effect.members)))
        }
        var text = JSONObjectText(document, of: index)
        var positions: [String: [Int]] = [:]
        for (position, member) in document.members(of: index).enumerated() {
            positions[member.name, default: []].append(position)
        }
        for (name, places) in positions {
            switch effect.changes[name] {
            case .set(let value):
                // The last member takes precedence, so only that one is changed; the others are left for the file's
                // owner.
                if let last = places.last { text.replaceValue(at: last, with: JSONWriter(.oneLine).bytes(value)) }
            case .unset:
                places.forEach { text.remove(at: $0) }
            case .none:
                if effect.removesOthers { places.forEach { text.remove(at: $0) } }
            }
        }
        for member in effect.members where positions[member.name] == nil {
            text.append(name: member.name, value: JSONWriter(.oneLine).bytes(member.value))
        }
        return text.text(whenEmpty: document.gaps(atNameOf: index))
    }
}
#endif
