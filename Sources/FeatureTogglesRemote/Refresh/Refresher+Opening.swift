import FeatureToggles

/// What a client finds of its remote document when it is created, without waiting for anybody.
struct RemoteOpening {
    /// What the machine begins with.
    var start = RefreshMachine.Start()
    var document: ActiveDocument?
    /// Whether the document comes from the cache.
    var isCached = false
    var documentProblem: ToggleProblem?
    var cacheProblem: ToggleProblem?

    /// Puts it into the facts of a refresher's client.
    func change(_ facts: inout RemoteFacts, of refresher: Refresher) {
        facts.evaluator = document.map { refresher.evaluator(of: $0) }
        facts.isCached = isCached && document != nil
        facts[problemOf: .document] = documentProblem
        facts[problemOf: .cache] = cacheProblem
    }
}

extension Refresher {
    /// Reads the document that the source has at hand, or else the cached one.
    func openRemote() -> RemoteOpening {
        do throws(RemoteSourceError) {
            guard let available = try source.availableDocument() else {
                return keeper.map { openCache($0) } ?? RemoteOpening()
            }
            setAtHand()
            return openAvailable(available)
        } catch {
            setAtHand()
            var opening = RemoteOpening()
            opening.start.failure = error
            return opening
        }
    }

    private func openAvailable(_ available: RemoteDocument) -> RemoteOpening {
        var opening = RemoteOpening()
        if let keeper, configuration.verifier != nil {
            // The document need not be kept, but that no older one may come must be.
            let highest = keeper.contents().record.highestRevision
            arrivals.withLock { $0.accept(highest) }
        }
        do throws(RemoteSourceError) {
            let arrival = try verified(available)
            arrivals.withLock { $0.restart(newest: CacheRecord.Entry(available)) }
            if configuration.verifier != nil {
                keeper?.keep(highestRevision: arrivals.withLock(\.highestRevision))
                keeper?.store()
            }
            do throws(FlagDocument.Refusal) {
                opening.document = try Self.compile(arrival.document, bucketing: configuration.bucketing)
                opening.start.document = RefreshMachine.Document(
                    revision: available.revision,
                    isConfirmed: true,
                    expiresAt: arrival.expiresAt
                )
            } catch {
                opening.documentProblem = remoteProblem(error.description)
                opening.start.refusal = "the document cannot be used: \(error.description)"
            }
        } catch {
            opening.start.failure = error
        }
        return opening
    }

    /// Starts with the first of the cached documents that can be used.
    func openCache(_ keeper: DocumentKeeper) -> RemoteOpening {
        var opening = RemoteOpening()
        let contents = keeper.contents()
        let record = contents.record
        opening.start.fetchedAt = record.fetchedAt
        opening.start.backOff = record.backOff
        opening.start.isMarkedStale = record.staleSince != nil
        opening.start.fallback = contents.fallback
        arrivals.withLock { arrivals in
            arrivals.accept(record.highestRevision)
            arrivals.restart(newest: record.current)
        }
        var problems: [String] = []
        var used: CacheRecord.Entry?
        for entry in contents.candidates {
            guard let cached = keeper.open(entry) else { continue }
            var sentence: String
            do throws(RemoteSourceError) {
                let arrival = try verified(cached, isKnown: true)
                do throws(FlagDocument.Refusal) {
                    opening.document = try Self.compile(arrival.document, bucketing: configuration.bucketing)
                    opening.isCached = true
                    used = entry
                    opening.start.document = RefreshMachine.Document(
                        revision: cached.revision,
                        isConfirmed: false,
                        expiresAt: arrival.expiresAt
                    )
                    break
                } catch {
                    sentence = error.description
                }
            } catch {
                sentence = error.message
            }
            problems.append(sentence)
        }
        if opening.document == nil { keeper.endRun() }
        // Whatever stands in the way of the newest one, it has to be brought again.
        if used != record.current, contents.fallback == nil { arrivals.withLock { $0.restart(newest: nil) } }
        if let first = problems.first {
            opening.documentProblem = remoteProblem("the cached document cannot be used: \(first)")
        }
        if let waiting = keeper.waitingDocument(record),
            let arrival = try? verified(waiting, isKnown: true)
        {
            arrivals.withLock {
                $0.restart(newest: CacheRecord.Entry(waiting), waiting: arrival)
            }
            opening.start.hasWaiting = true
        }
        opening.cacheProblem = keeper.problem.map(Self.cacheProblem)
        return opening
    }
}
