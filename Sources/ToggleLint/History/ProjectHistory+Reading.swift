package import FeatureToggles
import ToggleManifest

extension ProjectHistory {
    /// Reads the changes of a manifest's toggles and a document's parameters.
    ///
    /// Invalid revisions are skipped, and their changes are attributed to the next valid one. In a shallow clone, the
    /// oldest available commit adds no events, because its parent is unknown.
    ///
    /// - Parameters:
    ///   - repository: The repository.
    ///   - manifestPaths: The manifests, relative to the repository's folder.
    ///   - documentPath: The remote document, if there is one.
    ///   - day: The last day to include; `nil` for no limit.
    /// - Returns: The events, oldest first.
    /// - Throws: ``GitError`` if git fails.
    package static func read(
        _ repository: GitRepository,
        manifestPaths: [String],
        documentPath: String? = nil,
        until day: CalendarDate? = nil
    ) throws(GitError) -> ProjectHistory {
        var history = ProjectHistory(isShallow: repository.isShallow)
        for path in manifestPaths {
            try repository.readRevisions(of: path, until: day) { revisions in
                var reader = ManifestRevisions()
                return { index, bytes in
                    guard let changes = reader.changes(to: bytes), !revisions[index].isBoundary else { return }
                    history.toggles += events(of: changes, in: revisions[index].commit)
                }
            }
        }
        if manifestPaths.count > 1 { history.toggles = joined(history.toggles) }
        guard let documentPath else { return history }
        try repository.readRevisions(of: documentPath, until: day) { revisions in
            var reader = DocumentRevisions()
            var parameters: [String: DocumentRevisions.Parameter] = [:]
            return { index, bytes in
                var next: [String: DocumentRevisions.Parameter] = [:]
                if let bytes {
                    guard let read = reader.parameters(of: bytes) else { return }
                    next = read
                }
                if !revisions[index].isBoundary {
                    history.parameters += events(from: parameters, to: next, in: revisions[index].commit)
                }
                parameters = next
            }
        }
        return history
    }

    // MARK: - Toggles

    /// Returns the events of several manifests, oldest first.
    ///
    /// A toggle that moved to another manifest in one commit was neither removed nor declared.
    private static func joined(_ events: [ToggleEvent]) -> [ToggleEvent] {
        struct Change: Hashable {
            var toggle: String
            var commit: String
        }
        var births: Set<Change> = []
        var removals: Set<Change> = []
        for event in events {
            let change = Change(toggle: event.toggle, commit: event.commit.identifier)
            switch event.kind {
            case .born: births.insert(change)
            case .removed: removals.insert(change)
            default: break
            }
        }
        let moves = births.intersection(removals)
        return
            events.filter { event in
                switch event.kind {
                case .born, .removed: !moves.contains(Change(toggle: event.toggle, commit: event.commit.identifier))
                default: true
                }
            }
            .enumerated()
            .sorted { ($0.element.commit.seconds, $0.offset) < ($1.element.commit.seconds, $1.offset) }
            .map(\.element)
    }

    private static func events(of changes: [ManifestRevisions.Change], in commit: Commit) -> [ToggleEvent] {
        changes.flatMap { change in
            kinds(from: change.old, to: change.new).map { ToggleEvent(toggle: change.key, kind: $0, commit: commit) }
        }
    }

    /// Returns the changes between two declarations of a toggle.
    static func kinds(from old: ToggleDeclaration?, to new: ToggleDeclaration?) -> [ToggleEvent.Kind] {
        guard let new else { return old == nil ? [] : [.removed] }
        guard let old else { return [.born(new.category, expires: new.details.expires)] }
        var result: [ToggleEvent.Kind] = []
        if old.category != new.category { result.append(.category(from: old.category, to: new.category)) }
        if old.details.expires != new.details.expires {
            result.append(.expiry(from: old.details.expires, to: new.details.expires))
        }
        if old.details.isPermanent != new.details.isPermanent { result.append(.permanence(new.details.isPermanent)) }
        if old.details.owner != new.details.owner {
            result.append(.owner(from: old.details.owner, to: new.details.owner))
        }
        if old.remote != new.remote { result.append(.parameter(from: old.remote, to: new.remote)) }
        if old.defaultValue != new.defaultValue {
            let writer = JSONWriter()
            result.append(
                .defaultValue(from: writer.text(old.defaultValue), to: writer.text(new.defaultValue))
            )
        }
        return result
    }

    // MARK: - Parameters

    /// Creates the history of a document's parameters from its texts, oldest first.
    ///
    /// - Parameter revisions: The texts, each with its commit.
    package init(documents revisions: [(text: String, commit: Commit)]) {
        self.init()
        var reader = DocumentRevisions()
        var last: [String: DocumentRevisions.Parameter] = [:]
        for (text, commit) in revisions {
            guard let next = reader.parameters(of: Array(text.utf8)) else { continue }
            parameters += Self.events(from: last, to: next, in: commit)
            last = next
        }
    }

    private static func events(
        from old: [String: DocumentRevisions.Parameter],
        to new: [String: DocumentRevisions.Parameter],
        in commit: Commit
    ) -> [ParameterEvent] {
        var result: [ParameterEvent] = []
        for key in Set(old.keys).union(new.keys).sorted() {
            let kind: ParameterEvent.Kind
            switch (old[key], new[key]) {
            case (nil, nil): continue
            case (nil, _): kind = .added
            case (_, nil): kind = .removed
            case (let before?, let after?):
                if before.text == after.text { continue }
                kind = .changed
            }
            result.append(
                ParameterEvent(
                    parameter: key,
                    kind: kind,
                    valueForAllUsers: new[key]?.value,
                    answers: new[key]?.answers,
                    commit: commit
                )
            )
        }
        return result
    }
}

extension GitRepository {
    /// Reads the contents of a file, oldest first.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - day: The last day to include.
    ///   - begin: Receives the revisions, and returns a function that receives the index of a revision and its content,
    ///     `nil` if the file was removed. Contents that are too large or missing are left out.
    /// - Throws: ``GitError`` if git fails.
    fileprivate func readRevisions(
        of path: String,
        until day: CalendarDate?,
        _ begin: ([FileRevision]) -> (Int, [UInt8]?) -> Void
    ) throws(GitError) {
        var revisions = try revisions(of: path)
        if let day { revisions.removeAll { $0.commit.day > day } }
        let take = begin(revisions)
        // Revisions without content are between those with content.
        let present = revisions.indices.filter { revisions[$0].blob != nil }
        var next = 0
        func takeAbsent(before index: Int) {
            while next < index {
                if revisions[next].blob == nil { take(next, nil) }
                next += 1
            }
        }
        try readBlobs(present.compactMap { revisions[$0].blob }, limit: Manifest.maximumSize) { position, bytes in
            guard present.indices.contains(position) else { return }
            takeAbsent(before: present[position])
            if let bytes { take(present[position], bytes) }
            next = present[position] + 1
        }
        takeAbsent(before: revisions.count)
    }
}
