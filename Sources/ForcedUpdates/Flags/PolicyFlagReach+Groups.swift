import FeatureToggles

/// Whom a flag locks out for good though it lets others go on.
extension PolicyFlagReach {
    /// What some people meet, whatever they can update to.
    fileprivate enum Outcome: Equatable {
        case goesOn
        /// There was nothing left of the bound.
        case unknown
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
    /// The build number, and attributes that rules compare by their order, count as something that an update changes. Variants
    /// with `details` are judged by themselves, and variants with `"all": true` are meant.
    ///
    /// - Parameter timestamp: The time in seconds since 1970, which rules may look at.
    /// - Returns: What was found, within a bound.
    package func lockouts(at timestamp: Int64) -> [PolicyFlagLockout] {
        var left = Self.limit
        return lockouts(at: timestamp, &left)
    }

    func lockouts(at timestamp: Int64, _ left: inout Int) -> [PolicyFlagLockout] {
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
        values.values.sorted { $0.key < $1.key }
            .filter { !UpdatePolicyReader.changing.contains($0.key) && !values.ordered.contains($0.key) }
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
        guard left > 0 else { return .unknown }
        var found: (variant: String, level: UpdateLevel)?
        var people = MadeUpPeople(choices(fixed, isNewest: true))
        while let attributes = people.next() {
            guard left > 0 else { return .unknown }
            guard let lock = lock(attributes, at: timestamp, &left), !lock.hasDetails else { return .goesOn }
            if found == nil || lock.unaccepted?.level == .required && found?.level != .required {
                found = lock.unaccepted ?? found
            }
        }
        // As for everybody: where the newest version meets nothing but what is meant, older ones meet a lock from before.
        guard let found else { return .goesOn }
        people = MadeUpPeople(choices(fixed, isNewest: false))
        while let attributes = people.next() {
            guard left > 0, lock(attributes, at: timestamp, &left) != nil else {
                return .locked(.newestVersion, found.level, variant: found.variant)
            }
        }
        return .locked(.everyVersion, found.level, variant: found.variant)
    }

    /// The people with some attributes who have the newest version, or any.
    private func choices(_ fixed: [String: JSONValue], isNewest: Bool) -> [MadeUpPeople.Choice] {
        let (app, build) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.appBuild)
        let os = EvaluationContext.Attribute.osVersion
        var choices = fixed.sorted { $0.key < $1.key }.map { MadeUpPeople.Choice($0.key, [$0.value]) }
        for (name, found) in values.values.sorted(by: { $0.key < $1.key }) {
            guard name == build || values.ordered.contains(name), name != app, name != os, fixed[name] == nil else {
                continue
            }
            let any = [nil] + found.map { Optional($0) }
            let last = name == build ? Self.build(behind: found) : nil
            choices.append(MadeUpPeople.Choice(name, last.map { isNewest ? [$0] : any + [$0] } ?? any))
        }
        choices.append(MadeUpPeople.Choice(os, systems))
        choices.append(MadeUpPeople.Choice(app, isNewest ? [newest] : apps))
        return choices
    }

    /// A build that is newer than all that a rule names, as the rule writes them; `nil` where they are no numbers.
    static func build(behind found: [JSONValue]) -> JSONValue? {
        if let largest = found.compactMap(\.whole).max() {
            return JSONValue(whole: largest < .max ? largest + 1 : largest)
        }
        let texts = found.compactMap { value -> Int64? in
            guard case .string(let text) = value else { return nil }
            return Int64(text)
        }
        guard let largest = texts.max(), largest < .max else { return nil }
        return .string("\(largest + 1)")
    }

    /// Everybody but those whom an attribute lets go on.
    private static func others(_ groups: [Group], _ singles: [[Outcome]]) -> String {
        for (group, outcomes) in zip(groups, singles) {
            let values = zip(group.values, outcomes).filter { !$0.1.is(.everyVersion) && $0.1 != .unknown }.map(\.0)
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
