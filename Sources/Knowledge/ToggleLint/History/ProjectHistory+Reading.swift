package import ToggleBase
package import ToggleManifest

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
    /// - Throws: The error of the repository if it can't be read.
    package static func read<Repository: RevisionHistory>(
        _ repository: Repository,
        manifestPaths: [String],
        documentPath: String? = nil,
        until day: CalendarDate? = nil
    ) throws(Repository.Failure) -> ProjectHistory {
        var history = ProjectHistory(isShallow: repository.isShallow)
        var joined = JoinedManifests()
        for (file, path) in manifestPaths.enumerated() {
            try repository.readRevisions(of: path, until: day) { revisions in
                var reader = ManifestRevisions()
                return { index, bytes in
                    guard let changes = reader.changes(to: bytes) else { return }
                    if manifestPaths.count > 1 {
                        joined.add(changes, of: file, in: revisions[index])
                    } else if !revisions[index].isBoundary {
                        history.toggles += events(of: changes, in: revisions[index].commit)
                    }
                }
            }
        }
        if manifestPaths.count > 1 {
            history.toggles = try joined.events(by: repository.positions(of: joined.commits))
        }
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

    fileprivate static func events(of changes: [ManifestRevisions.Change], in commit: Commit) -> [ToggleEvent] {
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

/// Joins the changes of several manifests as if their toggles were in one file.
///
/// A toggle that moves to another manifest is neither removed nor declared. The same goes for a manifest that is a copy
/// of another one, since the history of a file follows copies.
private struct JoinedManifests {
    private struct Step {
        var commit: ProjectHistory.Commit
        var isBoundary = false
        var changes: [(file: Int, change: ManifestRevisions.Change)] = []
    }

    /// The steps in the order in which they were added, by commit.
    private var steps: [Step] = []
    private var indices: [String: Int] = [:]

    mutating func add(
        _ changes: [ManifestRevisions.Change],
        of file: Int,
        in revision: FileRevision
    ) {
        let index = indices[revision.commit.identifier] ?? steps.count
        if index == steps.count {
            indices[revision.commit.identifier] = index
            steps.append(Step(commit: revision.commit))
        }
        steps[index].isBoundary = steps[index].isBoundary || revision.isBoundary
        steps[index].changes += changes.map { (file, $0) }
    }

    /// The identifiers of the commits.
    var commits: Set<String> { Set(indices.keys) }

    /// Returns the events of all manifests, oldest first.
    ///
    /// - Parameter positions: The positions of the commits in the history.
    /// - Returns: The events.
    /// - Complexity: O(*n* log *n*) in the number of changes.
    func events(by positions: [String: Int]) -> [ProjectHistory.ToggleEvent] {
        func position(_ step: Step) -> Int { positions[step.commit.identifier] ?? 0 }
        let ordered = steps.enumerated().sorted {
            (position($0.element), $0.offset) < (position($1.element), $1.offset)
        }
        // The declarations of each key by manifest; the first manifest counts.
        var declarations: [String: [Int: ToggleDeclaration]] = [:]
        func declaration(of key: String) -> ToggleDeclaration? {
            declarations[key]?.min { $0.key < $1.key }?.value
        }
        var result: [ProjectHistory.ToggleEvent] = []
        for step in ordered.map(\.element) {
            var before: [(key: String, toggle: ToggleDeclaration?)] = []
            var known: Set<String> = []
            for (_, change) in step.changes where known.insert(change.key).inserted {
                before.append((change.key, declaration(of: change.key)))
            }
            for (file, change) in step.changes { declarations[change.key, default: [:]][file] = change.new }
            guard !step.isBoundary else { continue }
            let changes = before.map { key, old in
                ManifestRevisions.Change(key: key, old: old, new: declaration(of: key))
            }
            result += ProjectHistory.events(of: changes, in: step.commit)
        }
        return result
    }
}

extension RevisionHistory {
    /// Reads the contents of a file, oldest first.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - day: The last day to include.
    ///   - begin: Receives the revisions, and returns a function that receives the index of a revision and its content,
    ///     `nil` if the file was removed. Contents that are too large or missing are left out.
    /// - Throws: An error if they can't be read.
    fileprivate func readRevisions(
        of path: String,
        until day: CalendarDate?,
        _ begin: ([FileRevision]) -> (Int, [UInt8]?) -> Void
    ) throws(Failure) {
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
