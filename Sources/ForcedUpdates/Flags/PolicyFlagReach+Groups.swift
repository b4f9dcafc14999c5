import FeatureToggles

/// Whom a flag locks out for good though it lets others go on.
extension PolicyFlagReach {
    /// What some people meet, whatever they can update to.
    fileprivate enum Outcome: Equatable {
        case goesOn
        case locked(PolicyFlagLockout.Reach, UpdateLevel, variant: String)
    }

    /// An attribute that tells people apart, and does not change with an update.
    fileprivate struct Group {
        let name: String
        /// What the rule compares it with.
        let constants: [JSONValue]
        /// Values beside these.
        let neighbours: [JSONValue]

        var values: [JSONValue] { constants + neighbours + [.string(Self.somethingElse)] }
    }

    /// How many lockouts are told: nobody reads more.
    private static let most = 5

    /// Groups of people who are locked out for good, as far as one attribute or two of them tell them apart.
    ///
    /// Attributes that rules compare by their order, as a build number, count as something that an update changes. Variants with
    /// `details` are judged by themselves, and variants with `"all": true` are meant.
    ///
    /// - Parameter timestamp: The time in seconds since 1970, which rules may look at.
    /// - Returns: What was found, within a bound.
    package func lockouts(at timestamp: Int64) -> [PolicyFlagLockout] {
        var left = Self.limit
        let groups = self.groups
        let base = outcome([:], at: timestamp, &left)
        var singles: [[Outcome]] = []
        for group in groups {
            singles.append(group.values.map { outcome([group.name: $0], at: timestamp, &left) })
        }
        var result: [PolicyFlagLockout] = []
        if case .locked(let reach, let level, let variant) = base {
            let people = reach == .everyVersion ? Self.others(groups, singles) : ""
            result.append(PolicyFlagLockout(reach: reach, level: level, variant: variant, people: people))
        }
        for reach in [PolicyFlagLockout.Reach.everyVersion, .newestVersion] where !base.is(reach) {
            if base.is(.everyVersion) { break }
            var reported: Set<String> = []
            for (group, outcomes) in zip(groups, singles) {
                let values = zip(group.values, outcomes).filter { $0.1.is(reach) }
                guard case .locked(_, let level, let variant)? = values.first?.1 else { continue }
                reported.insert(group.name)
                let people = " for people with \(group.text(values.map(\.0)))"
                result.append(PolicyFlagLockout(reach: reach, level: level, variant: variant, people: people))
            }
            if reach == .everyVersion {
                result += pairs(groups.filter { !reported.contains($0.name) }, at: timestamp, &left)
            }
        }
        return Array(result.prefix(Self.most))
    }

    /// The attributes that tell people apart.
    private var groups: [Group] {
        let versions = [EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion]
        return values.values.sorted { $0.key < $1.key }
            .filter { !versions.contains($0.key) && !values.ordered.contains($0.key) }
            .map { name, found in
                let named = values.named[name] ?? []
                let constants = found.filter { named.contains($0) && $0 != .null }
                let rest = found.filter { !named.contains($0) && $0 != .null }
                return Group(name: name, constants: constants, neighbours: rest)
            }
    }

    /// Those whom two attributes tell apart.
    private func pairs(_ groups: [Group], at timestamp: Int64, _ left: inout Int) -> [PolicyFlagLockout] {
        var result: [PolicyFlagLockout] = []
        for (index, first) in groups.enumerated() {
            for second in groups[(index + 1)...] {
                search: for one in first.values {
                    for other in second.values {
                        guard left > 0, result.count < Self.most else { return result }
                        let outcome = outcome([first.name: one, second.name: other], at: timestamp, &left)
                        guard case .locked(.everyVersion, let level, let variant) = outcome else { continue }
                        let people = " for people with \(first.text([one])) and \(second.text([other]))"
                        result.append(
                            PolicyFlagLockout(reach: .everyVersion, level: level, variant: variant, people: people)
                        )
                        break search
                    }
                }
            }
        }
        return result
    }

    /// What people with some attributes meet with the newest version, and with every one.
    private func outcome(_ fixed: [String: JSONValue], at timestamp: Int64, _ left: inout Int) -> Outcome {
        let (app, build) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.appBuild)
        let os = EvaluationContext.Attribute.osVersion
        let ordered = values.ordered.filter { $0 != app && $0 != os && fixed[$0] == nil }.sorted()
        func choices(isNewest: Bool) -> [MadeUpPeople.Choice] {
            var choices = fixed.sorted { $0.key < $1.key }.map { MadeUpPeople.Choice($0.key, [$0.value]) }
            for name in ordered {
                let found = values.values[name] ?? []
                let largest = found.compactMap { if case .integer(let number) = $0 { number } else { nil } }.max()
                if isNewest, name == build, let largest {
                    choices.append(MadeUpPeople.Choice(name, [.integer(largest)]))
                } else {
                    choices.append(MadeUpPeople.Choice(name, [nil] + found.map { Optional($0) }))
                }
            }
            choices.append(MadeUpPeople.Choice(os, versions(os)))
            choices.append(MadeUpPeople.Choice(app, isNewest ? [Self.newest] : versions(app)))
            return choices
        }
        var newest: (variant: String, level: UpdateLevel)?
        var people = MadeUpPeople(choices(isNewest: true))
        while let attributes = people.next() {
            guard left > 0, let (variant, policy) = lock(attributes, at: timestamp, &left), !policy.hasDetails,
                let level = policy.entries.first?.level
            else { return .goesOn }
            if newest == nil || level == .required && newest?.level != .required { newest = (variant, level) }
        }
        guard let newest else { return .goesOn }
        people = MadeUpPeople(choices(isNewest: false))
        while let attributes = people.next() {
            guard left > 0, lock(attributes, at: timestamp, &left) != nil else {
                return .locked(.newestVersion, newest.level, variant: newest.variant)
            }
        }
        return .locked(.everyVersion, newest.level, variant: newest.variant)
    }

    /// Everybody but those whom an attribute lets go on.
    private static func others(_ groups: [Group], _ singles: [[Outcome]]) -> String {
        for (group, outcomes) in zip(groups, singles) {
            let values = zip(group.values, outcomes).filter { !$0.1.is(.everyVersion) }.map(\.0)
            guard !values.isEmpty else { continue }
            return values == [.string(Group.somethingElse)]
                ? " for people without ‘\(group.name)’"
                : " for everybody but people with \(group.text(values.filter { $0 != .string(Group.somethingElse) }))"
        }
        return groups.isEmpty ? "" : " for nearly everybody"
    }
}

extension PolicyFlagReach.Outcome {
    func `is`(_ reach: PolicyFlagLockout.Reach) -> Bool {
        if case .locked(reach, _, _) = self { true } else { false }
    }
}

extension PolicyFlagReach.Group {
    /// A value that no rule names.
    static let somethingElse = "something else"

    /// Some of the values, as people write them.
    func text(_ values: [JSONValue]) -> String {
        let others = values.filter { $0 != .string(Self.somethingElse) }
        let named = others.filter { constants.contains($0) }
        return others.isEmpty
            ? "another ‘\(name)’ than the rule names"
            : UpdatePolicyReader.people([name: named.isEmpty ? others : named])
    }
}
