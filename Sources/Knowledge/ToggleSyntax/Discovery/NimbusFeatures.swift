import ToggleLint
import ToggleManifest

/// The features that Nimbus describes in `*.fml.yaml`.
struct NimbusFeatures {
    /// Returns whether a file describes features.
    static func takes(_ path: String) -> Bool {
        path.hasSuffix(".fml.yaml") || path.hasSuffix(".yaml") && path.contains("nimbus-features/")
    }

    /// Returns the features as a declaration that is left out, because code reads them through generated types.
    static func declaration(
        of files: [(path: String, bytes: [UInt8])],
        besides others: [DiscoveredDeclaration]
    ) -> DiscoveredDeclaration? {
        let flags = files.filter { takes($0.path) }.flatMap { features(path: $0.path, bytes: $0.bytes) }
        guard !flags.isEmpty else { return nil }
        let source = LintConfiguration.DeclarationSource(kind: .stringKeys, type: "Nimbus", key: .snakeCase)
        var result = DiscoveredDeclaration(source: source, flags: flags)
        result.unit = "feature"
        let keys = Set(flags.map(\.key))
        let original = others.filter { $0.omission == nil }.max { left, right in
            left.flags.count { keys.contains($0.key) } < right.flags.count { keys.contains($0.key) }
        }
        result.omission = .other("features of Nimbus, which code reads through generated types")
        if let original, original.flags.contains(where: { keys.contains($0.key) }) {
            result.omission = .repeats(original.source.type, role: "remote values")
        }
        return result
    }

    /// Returns the names below `features:`.
    private static func features(path: String, bytes: [UInt8]) -> [DeclaredFlag] {
        let lines = LineTable(bytes)
        var result: [DeclaredFlag] = []
        var isInFeatures = false
        var indentation: Int?
        for number in 1...max(1, lines.count) {
            let text = lines.text(ofLine: number)
            let name = text.drop { $0 == " " }
            guard let first = name.first, first != "#", first != "-" else { continue }
            let depth = text.count - name.count
            if depth == 0 {
                isInFeatures = name.hasPrefix("features:")
                indentation = nil
                continue
            }
            guard isInFeatures, name.hasSuffix(":"), depth == indentation ?? depth else { continue }
            indentation = depth
            let key = String(name.dropLast())
            let start = lines.bytes(ofLine: number).lowerBound + depth
            result.append(
                DeclaredFlag(
                    key: SwiftName.key(from: key) ?? key,
                    name: key,
                    rawValue: key,
                    container: "Nimbus",
                    source: 0,
                    path: path,
                    range: lines.range(start..<(start + key.utf8.count))
                )
            )
        }
        return result
    }
}
