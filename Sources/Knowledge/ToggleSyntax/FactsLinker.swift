import ToggleLint
import ToggleManifest

/// Combines the facts of several files.
enum FactsLinker {
    /// Returns the facts about a project.
    ///
    /// A use that is only possible in its own file is certain if another file declares that the called function accepts
    /// keys.
    static func link(
        _ files: [(path: String, facts: FileFacts)],
        declared: [DeclaredFlag],
        fileCount: Int,
        problems: [Diagnostic] = []
    ) -> SourceFacts {
        var signatures: Set<FileFacts.Signature> = []
        for (_, facts) in files { signatures.formUnion(facts.signatures) }
        var result = SourceFacts(declared: declared, unparsed: problems, fileCount: fileCount)
        for (path, facts) in files {
            for found in facts.uses {
                var use = found.use
                if use.certainty == .possible, let callee = found.callee,
                    found.types.contains(where: { signatures.contains(FileFacts.Signature(callee: callee, type: $0)) })
                {
                    use.certainty = .certain
                }
                result.uses.append(use)
            }
            result.suppressions += facts.suppressions
            if let problem = facts.problem { result.unparsed.append(problem) }
            if !facts.uses.isEmpty || !facts.suppressions.isEmpty { result.paths.insert(path) }
        }
        return result
    }
}
