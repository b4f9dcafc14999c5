import ToggleBase

/// The Kotlin source that is generated from a manifest, for an Android app that shares the remote document: the keys of flags,
/// enums of values, defaults, and reads through OpenFeature's SDK for Kotlin.
///
/// Release toggles are left out: they aren't in the document, because each app has its own unfinished code. The same
/// manifest always produces the same text.
public struct KotlinSource: Sendable {
    /// The complete source, with a line break at its end.
    public let text: String

    /// Returns whether a text can be the package of the file.
    public static func isPackage(_ text: String) -> Bool { KotlinText.isPackage(text) }

    /// Renders a valid manifest.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - package: The package of the Kotlin file; `nil` for the default one.
    ///   - fileName: The name of the manifest's file, for the comments.
    /// - Throws: ``KotlinSourceError`` if Kotlin can't represent a toggle, such as an integer default of more than 32 bits.
    public init(_ manifest: Manifest, package: String?, fileName: String = "toggles.yaml") throws(KotlinSourceError) {
        let toggles = manifest.toggles.filter { $0.category != .release }
        let names = KotlinNames(toggles, namespace: manifest.namespace)
        var writer = SourceWriter()
        writer.line(
            "// Generated from \(KotlinText.commented(fileName)) by `toggles generate --language kotlin`. Don't edit it."
        )
        writer.line()
        if let package {
            let parts = package.split(separator: ".", omittingEmptySubsequences: false)
            writer.line("package \(parts.map { KotlinText.identifier(String($0)) }.joined(separator: "."))")
            writer.line()
        }
        writer.line("import dev.openfeature.kotlin.sdk.Client")
        if toggles.contains(where: { $0.type == .json }) { writer.line("import dev.openfeature.kotlin.sdk.Value") }
        for toggle in toggles where !toggle.variantNames.isEmpty {
            writer.line()
            Self.render(enum: toggle, names, &writer)
        }
        writer.line()
        writer.line("/** The flags of \(KotlinText.commented(fileName)), read through a client of OpenFeature. */")
        var failure: KotlinSourceError?
        writer.block("class \(names.namespace)(private val \(names.client): Client) {") { writer in
            for toggle in toggles where failure == nil {
                do throws(KotlinSourceError) {
                    try Self.render(read: toggle, names, &writer)
                } catch {
                    failure = error
                }
            }
            writer.block("companion object {") { writer in
                for toggle in toggles {
                    let key = KotlinText.literal(toggle.remoteParameter ?? toggle.key)
                    writer.line("const val \(KotlinText.constant(toggle.key)) = \(key)")
                }
            }
        }
        if let failure { throw failure }
        text = writer.text
    }

    private static func render(enum toggle: ToggleDeclaration, _ names: KotlinNames, _ writer: inout SourceWriter) {
        let cases = names.cases(of: toggle)
        let fallback = cases.first { .string($0.variant) == toggle.defaultValue } ?? cases[0]
        let type = names.type(of: toggle)
        writer.line("/** \(KotlinText.commented(toggle.details.description)) */")
        writer.block("enum class \(type)(val variant: String) {") { writer in
            for (index, each) in cases.enumerated() {
                let end = index == cases.count - 1 ? ";" : ","
                writer.line("\(each.name)(\(KotlinText.literal(each.variant)))\(end)")
            }
            writer.line()
            writer.block("companion object {") { writer in
                writer.line("/** The value if the document has none. */")
                writer.line("val default = \(fallback.name)")
                writer.line()
                writer.line("/** Returns the value with a name, or the default. */")
                writer.line(
                    "fun of(variant: String): \(type) = values().firstOrNull { it.variant == variant } ?: default"
                )
            }
        }
    }

    private static func render(
        read toggle: ToggleDeclaration,
        _ names: KotlinNames,
        _ writer: inout SourceWriter
    ) throws(KotlinSourceError) {
        let key = KotlinText.constant(toggle.key)
        let client = names.client
        let (type, read): (String, String)
        switch (toggle.type, toggle.defaultValue) {
        case (.variants, _):
            type = names.type(of: toggle)
            read = "\(type).of(\(client).getStringValue(\(key), \(type).default.variant))"
        case (.bool, let value):
            (type, read) = ("Boolean", "\(client).getBooleanValue(\(key), \(value == true))")
        case (.int, .integer(let value)):
            guard Int32(exactly: value) != nil else {
                throw KotlinSourceError(
                    toggle,
                    "the default \(value) doesn't fit the 32 bits of a Kotlin Int; write a smaller one"
                )
            }
            (type, read) = ("Int", "\(client).getIntegerValue(\(key), \(value))")
        case (.double, let value):
            (type, read) = ("Double", "\(client).getDoubleValue(\(key), \(KotlinText.double(value)))")
        case (.string, .string(let value)):
            (type, read) = ("String", "\(client).getStringValue(\(key), \(KotlinText.literal(value)))")
        case (_, let value):
            guard let object = KotlinText.value(value) else {
                throw KotlinSourceError(
                    toggle,
                    "an integer in the default doesn't fit the 32 bits of a Kotlin Int; write a smaller one"
                )
            }
            (type, read) = ("Value", "\(client).getObjectValue(\(key), \(object))")
        }
        writer.line("/** \(KotlinText.commented(toggle.details.description)) */")
        writer.line("val \(KotlinText.identifier(toggle.swiftName)): \(type)")
        writer.line("    get() = \(read)")
        writer.line()
    }
}

/// A toggle that can't be represented in Kotlin.
public struct KotlinSourceError: Error, Sendable, CustomStringConvertible {
    /// The location of the toggle's key.
    public let location: SourceRange
    /// The toggle, and why it can't be represented.
    public let description: String

    init(_ toggle: ToggleDeclaration, _ reason: String) {
        location = toggle.location
        description = "\(toggle.key.quoted): \(reason)"
    }
}
