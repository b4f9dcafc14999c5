import FeatureToggles
package import ToggleBase

extension Preset {
    /// The version of the format.
    static let version = 1

    /// The content of the file.
    ///
    /// ```json
    /// { "version": 1, "name": "demo", "toggles": { "new_checkout": true, "search_ranking": "neural" } }
    /// ```
    ///
    /// The file can be shared with others. A local defaults file can also be read as a preset.
    package var json: JSONValue {
        let members = values.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value) }
        return [
            "version": .integer(Self.version), "name": .string(name), "toggles": .object(JSONObject(members)),
        ]
    }

    /// The bytes of the file.
    package var bytes: [UInt8] { JSONWriter(.pretty).bytes(json) + [UInt8(ascii: "\n")] }

    /// Parses a preset file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The preset's name, or `nil` for the one in the file, or else `fallbackName`.
    ///   - fallbackName: The name for a file without one.
    /// - Throws: ``OverrideError`` with the location and reason if the file is not a valid preset.
    package init(_ bytes: [UInt8], name: String? = nil, fallbackName: String) throws(OverrideError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader().value(from: bytes)
        } catch {
            throw OverrideError("line \(error.location.line), column \(error.location.column): \(error.message)")
        }
        guard case .object(let object) = json, case .object(let toggles)? = object["toggles"] else {
            throw OverrideError(
                #"This is not a preset; write an object such as { "version": 1, "toggles": { "new_checkout": true } }."#
            )
        }
        switch object["version"] {
        case .integer(Self.version), .none: break
        case .integer(let number):
            throw OverrideError(
                "The preset has version \(number), but only version \(Self.version) is supported here; use a newer tool."
            )
        default: throw OverrideError("‘version’ must be \(Self.version).")
        }
        var ownName = name ?? fallbackName
        if name == nil, case .string(let text)? = object["name"] { ownName = text }
        if let problem = PresetFolder.problem(ofName: ownName) { throw OverrideError(problem) }
        self.init(
            name: ownName,
            values: Dictionary(toggles.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        )
    }
}
