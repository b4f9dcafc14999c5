import ToggleBase
import ToggleDocuments

/// Goes through the revisions of a migration, and tracks which users skipped which stages.
struct StageSkipSearch {
    private struct Key: Hashable {
        let way: StageSkip.Way
        let people: FlagAnswers.People?
    }

    /// The skips that aren't repaired, oldest first.
    private(set) var open: [StageSkip] = []
    /// The last known stages of users.
    private var last: FlagAnswers?
    /// Whether some users have, or had in between, an unknown stage.
    private var isMixed: Bool

    init(first: FlagAnswers?, isCertain: Bool) {
        last = first
        isMixed = !isCertain && first != nil
    }

    /// Processes the next revision; `nil` answers mean that the stages are unknown.
    ///
    /// - Complexity: O(*n* log *n*) in the number of branches and shares, and of open ways.
    mutating func go(to answers: FlagAnswers?, by commit: ProjectHistory.Commit?) {
        guard let answers else {
            isMixed = true
            return
        }
        let new = last.map { answers.filled(from: $0) } ?? answers
        let present = StageFacts.stages(answers.all)
        let steps = steps(to: new, isKnown: present != nil)
        let repaired = repair(steps, to: new, present)
        let all = repaired.values.flatMap { $0 }
        var known: Set<Key> = Set(open.map { Key(way: $0.way, people: $0.people) })
        for step in steps where StageSkip.isSkip(from: step.from, to: step.to) {
            // A step that repairs an older skip is reported as its repair.
            let older = step.before.map { repaired[$0, default: []] + repaired[nil, default: []] } ?? all
            if older.contains(where: { $0.isRecommended(step) }) { continue }
            let way = StageSkip.Way(from: step.from, to: step.to)
            guard known.insert(Key(way: way, people: step.after)).inserted else { continue }
            open.append(StageSkip(way: way, commit: commit, isCertain: !isMixed, people: step.after))
        }
        isMixed = present == nil
        last = new
    }

    private func steps(to new: FlagAnswers, isKnown: Bool) -> [StageStep] {
        guard let old = last else { return [] }
        let steps = StageStep.steps(from: old, to: new)
        // If a group is unknown, its users may be at the unknown stage.
        return isKnown && !isMixed ? steps : steps.filter { $0.before != nil && $0.after != nil }
    }

    /// Removes repaired skips, and follows the users of the others.
    ///
    /// - Returns: The skips that were repaired, even if only for some users, by the group of these users.
    private mutating func repair(
        _ steps: [StageStep],
        to new: FlagAnswers,
        _ present: Set<MigrationStage>?
    ) -> [FlagAnswers.People?: [StageSkip]] {
        guard !open.isEmpty else { return [:] }
        let own = Dictionary(grouping: steps, by: \.before)
        // Some users got a separate condition, and the others stayed.
        let people = new.people
        let isSplit = last?.hasConditions == false && new.hasConditions
        var repaired: [FlagAnswers.People?: [StageSkip]] = [:]
        var rest: [StageSkip] = []
        for var skip in open {
            let isEverybodyThere = present?.allSatisfy(skip.isGoal) == true
            let theirs = skip.people.map { own[$0, default: []] } ?? steps
            if isEverybodyThere || theirs.contains(where: skip.isRepaired) {
                repaired[skip.people, default: []].append(skip)
                if isEverybodyThere || !isSplit || skip.people != .others { continue }
            }
            if let known = skip.people, !people.contains(known) { skip.people = new.hasConditions ? nil : .others }
            rest.append(skip)
        }
        open = rest
        return repaired
    }
}
