import FeatureToggles

/// Whom a policy reaches: too many.
extension UpdatePolicyReader {
    mutating func checkReach(of document: UpdatePolicyDocument) {
        guard document.hasDetails else { return }
        let grid = VersionGrid(of: document)
        if document.locksEveryVersion(grid), !document.isForAll {
            error(
                document.entries.count == 1 ? [.member("details"), .element(0)] : [.member("details")],
                """
                every version of the app is locked out on every version of the system, so that no update helps; name the \
                versions that may not go on, or write "all": true beside ‘details’ if that is meant
                """
            )
        } else if !document.isForAll, let index = document.entryThatLocksUpdates(grid) {
            warning(
                [.member("details"), .element(index)],
                """
                the newest version is locked out as well, so that whoever updates is locked out again; end the range, as \
                in ‘<2.0.0’
                """
            )
        }
    }
}
