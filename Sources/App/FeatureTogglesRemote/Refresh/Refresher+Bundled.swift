import FeatureToggles

extension Refresher {
    /// Adds the document that the app ships with to an opening without a usable document.
    ///
    /// It's older than every document of the source: it has no revision, isn't cached, and isn't compared with the
    /// revisions of signed documents. Runs with it aren't counted.
    ///
    /// - Parameters:
    ///   - opening: The opening.
    ///   - cost: The cost above which the document is postponed; `nil` for none.
    /// - Returns: The opening with that document, or a postponed one.
    func addingBundled(to opening: RemoteOpening, postponingAbove cost: ReadingCost? = nil) -> RemoteOpening {
        guard opening.document == nil, !opening.isPostponed, let bundled = configuration.bundled else { return opening }
        do throws(RemoteSourceError) {
            let document = try bundled.read()
            if let cost, cost.isExceeded(by: document.text) { return .postponed }
            let received = ReceivedDocument(
                document,
                try configuration.verifier?.verify(document, highestRevision: nil),
                isConfirmed: false,
                isBundled: true
            )
            do throws(RemoteDocumentError) {
                try open(received, in: nil, isStarting: cost != nil, for: opening)
                // The next fetch mustn't wait because of an earlier one, whose document is gone.
                opening.start.fetchedAt = nil
                return opening
            } catch {
                report(error.description, in: opening, bundled)
            }
        } catch {
            report(error.message, in: opening, bundled)
        }
        return opening
    }

    private func report(_ message: String, in opening: RemoteOpening, _ bundled: BundledDocument) {
        opening.documentProblem =
            opening.documentProblem
            ?? ToggleProblem(
                source: .remote,
                origin: bundled.name,
                message: "the bundled document cannot be used: \(message)"
            )
    }
}
