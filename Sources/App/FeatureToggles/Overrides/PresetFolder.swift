import ToggleBase

/// The folder of the presets, next to a local defaults file.
package enum PresetFolder {
    /// The name of the folder.
    package static let name = "presets"
    /// The maximum length of a preset's name in characters.
    private static let maximumNameLength = 64

    /// Returns the path of the folder next to a local defaults file, after following links.
    package static func path(besideDefaults path: String) -> String {
        PathText.joined(PathText.folder(of: PathText.companion(of: path, "")), name)
    }

    /// Returns the path of a preset with a valid name.
    static func file(ofPreset preset: String, besideDefaults path: String) -> String {
        PathText.joined(self.path(besideDefaults: path), "\(preset).json")
    }

    /// Returns why a name is invalid for a preset and its file, or `nil` if it is valid.
    package static func problem(ofName name: String) -> String? {
        let quoted = String(name.unicodeScalars.map { $0.isUnsafeInTerminal ? "?" : Character($0) })
        if name.isEmpty { return "The name of a preset is empty; write one, for example demo." }
        if name.count > maximumNameLength || name.utf8.count > 180 {
            return "The name of the preset is too long; write at most \(maximumNameLength) characters."
        }
        if name.unicodeScalars.contains(where: {
            "/\\:".unicodeScalars.contains($0) || $0.isUnsafeInTerminal
        }) {
            return """
                ‘\(quoted)’ is not a valid preset name; write it without /, \\, :, control characters, and invisible \
                characters.
                """
        }
        if name.hasPrefix(".") || name.first == " " || name.last == " " {
            return
                "‘\(quoted)’ is not a valid preset name; it cannot begin with a period, or begin or end with a space."
        }
        return nil
    }
}
