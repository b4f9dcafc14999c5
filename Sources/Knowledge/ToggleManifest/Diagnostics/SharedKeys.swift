import ToggleBase

/// The keys that several manifests of one application declare.
///
/// All toggles of an application have their overrides in one local defaults file, and usually their values in one
/// remote document, so a key that two modules declare has one override and one remote parameter for both.
public enum SharedKeys {
    /// A manifest and its path.
    public typealias File = (path: String, manifest: Manifest)

    /// A declaration whose key an earlier manifest declares, too.
    package struct Declaration {
        /// The manifest of the declaration.
        package let path: String
        /// The declaration.
        package let toggle: ToggleDeclaration
        /// The first declaration of the key.
        package let first: (path: String, toggle: ToggleDeclaration)

        /// Whether sources give both toggles the same values: they agree in category, type, default, and remote
        /// parameter.
        package var isSame: Bool {
            let other = first.toggle
            return toggle.category == other.category && toggle.type == other.type
                && toggle.defaultValue == other.defaultValue
                && (toggle.remote ?? toggle.key) == (other.remote ?? other.key)
        }

        /// The problem, without a full stop.
        package var message: String {
            let place = "\(first.path):\(first.toggle.location.start.line)"
            return isSame
                ? "\(toggle.key.quoted) is also declared in \(place), so both modules share its override"
                : "\(toggle.key.quoted) is also declared in \(place) as \(Self.summary(of: first.toggle)), and here as \(Self.summary(of: toggle)); overrides and remote values apply to both"
        }

        /// Returns what distinguishes a toggle from another one with its key: `ops int, default 20`.
        private static func summary(of toggle: ToggleDeclaration) -> String {
            let parameter = toggle.remote.map { " with the remote parameter \($0.quoted)" } ?? ""
            let value = JSONWriter(.compact).text(toggle.defaultValue)
            return "\(toggle.category.rawValue) \(toggle.type.summary), default \(value)\(parameter)"
        }
    }

    /// Returns the declarations whose keys earlier manifests declare.
    ///
    /// - Parameter files: The manifests of one application.
    /// - Returns: The declarations in the order of the manifests.
    /// - Complexity: O(*n*) in the number of toggles.
    package static func declarations(in files: [File]) -> [Declaration] {
        guard files.count > 1 else { return [] }
        var first: [String: (path: String, toggle: ToggleDeclaration)] = [:]
        var result: [Declaration] = []
        for file in files {
            for toggle in file.manifest.toggles {
                guard let other = first[toggle.key] else {
                    first[toggle.key] = (file.path, toggle)
                    continue
                }
                // The parser reports a key that is twice in one manifest.
                guard other.path != file.path else { continue }
                result.append(Declaration(path: file.path, toggle: toggle, first: other))
            }
        }
        return result
    }

    /// Returns a diagnostic for each declaration whose key an earlier manifest declares, too.
    ///
    /// If both declarations agree in category, type, default, and remote parameter, it is a warning: the modules share
    /// a toggle. Otherwise it is an error, because the override of one module would be invalid or would mean something
    /// else in the other.
    ///
    /// - Parameter files: The manifests of one application.
    /// - Returns: The diagnostics in the order of the manifests.
    /// - Complexity: O(*n*) in the number of toggles.
    public static func diagnostics(in files: [File]) -> [Diagnostic] {
        declarations(in: files).map { shared in
            Diagnostic(
                shared.isSame ? .warning : .error,
                path: shared.path,
                range: shared.toggle.location,
                message: shared.message
                    + (shared.isSame
                        ? "; declare it in one of them, and read it from there" : ", so rename one of them")
            )
        }
    }
}
