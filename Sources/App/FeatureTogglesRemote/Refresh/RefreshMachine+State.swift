import FeatureToggles

extension RefreshMachine {
    /// How reliable the document is.
    struct Standing: Sendable {
        var document: Document?
        /// Whether a document newer than the active one was fetched.
        var hasNewer = false
        /// When the source last sent a usable document, or confirmed the active one, in seconds since 1970.
        var lastSuccess: Int64?
        /// The last success before that of the newest document, which applies again if the document is refused.
        var earlierSuccess: Int64?
        /// The reason why the last fetch failed, if it did.
        var failure: RemoteSourceError?
        /// The reason why the newest document was refused, if it was.
        var refusal: String?
        /// The reason why an older document than the newest, or none, is active.
        var fallback: String?
        /// The number of fetches that had begun when the app marked the document as stale.
        var staleMark: Int?
        /// Whether the source has responded since its connection broke.
        var hasContactSinceBreak = true
        /// The state published last.
        var published: RemoteState?
        var reported = Report()

        /// Replaces the document, and forgets what was wrong with it.
        mutating func activate(_ document: Document?, hasNewer: Bool) {
            (self.document, self.hasNewer) = (document, hasNewer)
            (refusal, fallback) = (nil, nil)
        }
    }

    /// The problems to list among the client's problems.
    struct Report: Sendable, Hashable {
        var fetch: String?
        var stream: String?
    }

    /// Publishes the state if it differs from the one published last.
    mutating func publish() {
        let report = Report(fetch: standing.failure?.message, stream: listening.problem)
        if report != standing.reported {
            standing.reported = report
            actions.append(.report(fetch: report.fetch, stream: report.stream))
        }
        let (status, why) = statusAndReason
        let before = standing.published
        let state = RemoteState(
            status: status,
            since: before?.status == status ? before?.since ?? now.wall : now.wall,
            why: why,
            lastSuccess: standing.lastSuccess,
            nextAttempt: fetching.scheduled?.wall,
            revision: standing.document?.revision,
            source: setup.source
        )
        guard state != before else { return }
        standing.published = state
        actions.append(.publish(state))
    }

    private var statusAndReason: (RemoteState.Status, String) {
        // Without its period, because the sentence continues below.
        let trouble = (standing.failure?.message ?? standing.refusal).map {
            $0.hasSuffix(".") ? String($0.dropLast()) : $0
        }
        if let stop = fetching.stop {
            return (.error, "\(stop.message); the client does not fetch again until the credentials change")
        }
        guard let document = standing.document else {
            guard let trouble else {
                if let fallback = standing.fallback { return (.error, fallback) }
                return (.notReady, "nothing was received from ‘\(setup.source)’ yet; the defaults are active")
            }
            return (.error, "\(trouble); there is no earlier document, so the defaults are active")
        }
        let active = document.isBundled ? "the bundled document" : "the previous document"
        if let trouble { return (.stale, "\(trouble); \(active) stays active") }
        if let fallback = standing.fallback { return (.stale, fallback) }
        if let expiry = document.expiresAt, expiry <= now.wall {
            return (.stale, "the document expired, and there is no newer one; it stays active")
        }
        if standing.staleMark != nil {
            return (.stale, "the document was marked as out of date, and it has not been fetched since")
        }
        if standing.hasNewer, !document.isConfirmed {
            return (.stale, "the document comes from the cache, and a newer one is waiting to be activated")
        }
        if document.isBundled {
            return (.stale, "the document comes with the app, and nothing was received from ‘\(setup.source)’ yet")
        }
        if !document.isConfirmed {
            return (.stale, "the document comes from the cache, and ‘\(setup.source)’ has not responded yet")
        }
        if let problem = listening.problem, !standing.hasContactSinceBreak {
            return (.stale, "\(problem), and the source has not responded since; changes may be missed")
        }
        if standing.hasNewer { return (.ready, "a newer document than the active one is waiting to be activated") }
        return (.ready, "‘\(setup.source)’ has no newer document than the active one")
    }

    /// Sets a timer for the document's expiry, at most an hour ahead because the wall clock may be set.
    mutating func watchExpiry() {
        guard let expiry = standing.document?.expiresAt, expiry > now.wall else { return cancel(.expiry) }
        let rest = min(expiry.subtractingReportingOverflow(now.wall).partialValue, 3_600)
        set(.expiry, at: now.uptime + .seconds(max(rest, 1)))
    }
}
