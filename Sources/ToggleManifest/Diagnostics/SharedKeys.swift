/// The keys that several manifests of one application declare.
///
/// All toggles of an application have their overrides in one local defaults file, and usually their values in one
/// remote document, so a key that two modules declare has one override and one remote parameter for both.
public enum SharedKeys {
    /// A manifest and its path.
    public typealias File = (path: String, manifest: Manifest)

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
        var first: [String: (path: String, toggle: ToggleDeclaration)] = [:]
        var diagnostics: [Diagnostic] = []
        for file in files {
            for toggle in file.manifest.toggles {
                guard let other = first[toggle.key] else {
                    first[toggle.key] = (file.path, toggle)
                    continue
                }
                // The parser reports a key that is twice in one manifest.
                guard other.path != file.path else { continue }
                let place = "\(other.path):\(other.toggle.location.start.line)"
                let isSame = toggle.reads(sameAs: other.toggle)
                diagnostics.append(
                    Diagnostic(
                        isSame ? .warning : .error,
                        path: file.path,
                        range: toggle.location,
                        message: isSame
                            ? "‘\(toggle.key)’ is also declared in \(place), so both modules share its override; declare it in one of them, and read it from there"
                            : "‘\(toggle.key)’ is also declared in \(place) as \(other.toggle.summary), and here as \(toggle.summary); overrides and remote values apply to both, so rename one of them"
                    )
                )
            }
        }
        return diagnostics
    }
}

extension ToggleDeclaration {
    /// Returns whether sources give this toggle the same values as another one with its key.
    fileprivate func reads(sameAs other: ToggleDeclaration) -> Bool {
        category == other.category && type == other.type && defaultValue == other.defaultValue
            && (remote ?? key) == (other.remote ?? other.key)
    }

    /// What distinguishes the toggle from another one with its key: `ops int 20`.
    fileprivate var summary: String {
        let parameter = remote.map { " with the remote parameter ‘\($0)’" } ?? ""
        return "\(category.rawValue) \(type.name), default \(JSONWriter(.compact).text(defaultValue))\(parameter)"
    }
}
