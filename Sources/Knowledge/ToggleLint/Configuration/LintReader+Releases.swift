import ToggleBase
import ToggleManifest

/// Reading of `releases`: how released versions are found, and which of them users may run.
extension LintReader {
    mutating func readReleases(_ pair: YAMLPair?) {
        guard let pair, !pair.value.isNothing else { return }
        let fields = fields(
            of: pair.value,
            as: ReleasesField.self,
            words: ReleasesField.otherWords,
            thing: "‘releases’"
        )
        if let pair = fields[.tags], let text = text(pair, wanted: ReleasePattern.advice) {
            if ReleasePattern(text) != nil {
                configuration.releases.tags = text
            } else {
                diagnostics.error(
                    at: pair.value.range.firstLine,
                    "\(text.quoted) is not a form of tags; \(ReleasePattern.advice)"
                )
            }
        }
        // Without quotation marks, 2.4 is a number.
        if let pair = fields[.supported], let scalar = pair.value.scalar {
            if AppVersion(scalar.text) != nil {
                configuration.releases.supported = scalar.text
            } else {
                diagnostics.error(
                    at: pair.value.range.firstLine,
                    "\(scalar.text.quoted) is not a version; write the oldest version that users may run, such as ‘2.4’"
                )
            }
        } else if let pair = fields[.supported] {
            wrongKind(pair, wanted: "the oldest version that users may run, such as ‘2.4’")
        }
        if let pair = fields[.policy], let text = text(pair, wanted: "the path of the update policy") {
            configuration.releases.policy = checkedPath(text, at: pair.value)
        }
        if fields[.supported] != nil, let pair = fields[.policy] {
            diagnostics.error(
                at: pair.key.range.firstLine,
                "‘supported’ and ‘policy’ both state which versions users may run; write one of them"
            )
        }
    }
}
