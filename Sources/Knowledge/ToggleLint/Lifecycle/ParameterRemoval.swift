import DocumentSyntax
package import ToggleManifest

/// The removal of a parameter from a remote document.
package enum ParameterRemoval {
    /// Returns the change that removes a parameter that no toggle reads.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter.
    ///   - document: The document.
    ///   - toggles: The toggles of all manifests.
    /// - Returns: The change.
    /// - Throws: ``LifecycleError`` if a toggle reads the parameter or used to, or the document editor's error.
    package static func edit(
        removing parameter: String,
        from document: LifecycleChange.File,
        toggles: [ToggleDeclaration]
    ) throws -> FileEdit {
        if let reader = toggles.first(where: { $0.remoteParameter == parameter }) {
            throw LifecycleError(
                "the toggle \(reader.key.quoted) reads the parameter \(parameter.quoted); remove the toggle first"
            )
        }
        if let former = toggles.first(where: { $0.retired.contains(parameter) }) {
            throw LifecycleError(
                """
                released versions read the parameter \(parameter.quoted), according to ‘retired’ of \(former.key.quoted); \
                once they aren't supported anymore, remove it there first
                """
            )
        }
        var editor = try DocumentEditor(document.bytes, path: document.path)
        try editor.remove(parameter)
        return document.edit(editor.bytes)
    }
}
