#if OVERRIDES
import ToggleBase

/// Edits the text of a local defaults file, and leaves the rest of it unchanged, byte for byte.
enum LocalDefaultsText {
    /// Returns the text of a new file.
    static func new(_ effect: LocalDefaultsEffect, revision: Int) -> [UInt8] {
        let value: JSONValue = [
            "version": .integer(LocalDefaultsDocument.version), "revision": .integer(revision),
            "toggles": .object(JSONObject(effect.members)),
        ]
        return JSONWriter(.pretty).bytes(value) + [UInt8(ascii: "\n")]
    }

    /// Returns the text after the edits.
    ///
    /// The top-level value must be an object, and so must the toggles, if there are any.
    static func edited(_ document: JSONDocument, _ effect: LocalDefaultsEffect, revision: Int) -> [UInt8] {
        let (editor, root) = (JSONEditor(document.bytes), document.root)
        var top: [(name: String, value: [UInt8]?)] = []
        if root["version"] == nil {
            top.append(("version", JSONWriter().bytes(.integer(LocalDefaultsDocument.version))))
        }
        top.append(("revision", JSONWriter().bytes(.integer(revision))))
        let writer = JSONWriter(.oneLine)
        guard let toggles = root["toggles"] else {
            top.append(("toggles", writer.bytes(.object(JSONObject(effect.members)))))
            return editor.edits(setting: top, in: root).applied(to: document.bytes)
        }
        let removed = (toggles.value.members ?? []).map(\.name).filter { name in
            switch effect.changes[name] {
            case .set: false
            case .unset: true
            case .none: effect.removesOthers
            }
        }
        let changes = removed.map { (name: $0, value: nil) } + effect.members.map { ($0.name, writer.bytes($0.value)) }
        return
            (editor.edits(setting: top, in: root)
            + editor.edits(setting: changes, in: toggles.value, named: toggles.nameRange))
            .applied(to: document.bytes)
    }
}
#endif
