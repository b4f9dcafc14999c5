import FeatureToggles
import ForcedUpdates

/// The search for groups of users whom a flag locks out for good, although it lets others continue.
extension LockoutSearch {
    /// The result for a group of users, regardless of the version that they update to.
    fileprivate enum Outcome: Equatable {
        case continues
        /// The limit was reached.
        case unknown
        case locked(FlagLockout.Reach, UpdateLevel, variant: String)
    }

    /// An attribute that distinguishes users and doesn't change with an update.
    fileprivate struct Group {
        let name: String
        /// The values that the rule compares it with.
        let constants: [JSONValue]
        /// Values next to these.
        let neighbours: [JSONValue]

        var values: [JSONValue] { constants + neighbours + [.string(Self.somethingElse)] }
    }

    /// The maximum number of reported lockouts.
    private static let maximumLockouts = 5

    /// Returns the groups, defined by the values of one or two attributes, that are locked out for good.
    ///
    /// An update is assumed to change the build number and attributes that rules compare by order. Variants with
    /// `details` are checked on their own, and variants with `"all": true` are intended.
    ///
    /// - Parameters:
    ///   - timestamp: The time in seconds since 1970.
    ///   - left: The number of comparisons that the search can still make.
    /// - Returns: The groups.
    func lockouts(at timestamp: Int64, _ left: inout Int) -> [FlagLockout] {
        let groups = self.groups
        let base = outcome([:], at: timestamp, &left)
        var singles: [[Outcome]] = []
        for group in groups {
            singles.append(group.values.map { outcome([group.name: $0], at: timestamp, &left) })
        }
        var result: [FlagLockout] = []
        if case .locked(let reach, let level, let variant) = base {
            let people = reach == .everyVersion ? Self.others(groups, singles) : ""
            result.append(FlagLockout(reach: reach, level: level, variant: variant, people: people))
        }
        for reach in [FlagLockout.Reach.everyVersion, .newestVersion] where !base.is(reach) {
            if base.is(.everyVersion) { break }
            var reported: Set<String> = []
            for (group, outcomes) in zip(groups, singles) {
                let values = zip(group.values, outcomes).filter { $0.1.is(reach) }
                guard case .locked(_, let level, let variant)? = values.first?.1 else { continue }
                reported.insert(group.name)
                let people = " for people with \(group.text(values.map(\.0)))"
                result.append(FlagLockout(reach: reach, level: level, variant: variant, people: people))
            }
            if reach == .everyVersion {
                result += pairs(groups.filter { !reported.contains($0.name) }, at: timestamp, &left)
            }
        }
        return Array(result.prefix(Self.maximumLockouts))
    }

    /// The attributes that distinguish users.
    private var groups: [Group] {
        attributes.values.sorted { $0.key < $1.key }
            .filter { !UpdatePolicyReader.changing.contains($0.key) && !attributes.ordered.contains($0.key) }
            .map { name, found in
                let named = attributes.named[name] ?? []
                let constants = found.filter { named.contains($0) && $0 != .null }
                let rest = found.filter { !named.contains($0) && $0 != .null }
                return Group(name: name, constants: constants, neighbours: rest)
            }
    }

    /// Returns the groups that two attributes define.
    private func pairs(_ groups: [Group], at timestamp: Int64, _ left: inout Int) -> [FlagLockout] {
        var result: [FlagLockout] = []
        for (index, first) in groups.enumerated() {
            for second in groups[(index + 1)...] {
                search: for one in first.values {
                    for other in second.values {
                        guard left > 0, result.count < Self.maximumLockouts else { return result }
                        let outcome = outcome([first.name: one, second.name: other], at: timestamp, &left)
                        guard case .locked(.everyVersion, let level, let variant) = outcome else { continue }
                        let people = " for people with \(first.text([one])) and \(second.text([other]))"
                        result.append(
                            FlagLockout(reach: .everyVersion, level: level, variant: variant, people: people)
                        )
                        break search
                    }
                }
            }
        }
        return result
    }

    /// Returns what users with some attributes meet, with the newest version and with all versions.
    private func outcome(_ fixed: [String: JSONValue], at timestamp: Int64, _ left: inout Int) -> Outcome {
        guard left > 0 else { return .unknown }
        var found: (variant: String, level: UpdateLevel)?
        var users = SampleUsers(choices(fixed, isNewest: true))
        while let attributes = users.next() {
            guard left > 0 else { return .unknown }
            guard let lock = lock(attributes, at: timestamp, &left), !lock.hasDetails else { return .continues }
            if found == nil || lock.unaccepted?.level == .required && found?.level != .required {
                found = lock.unaccepted ?? found
            }
        }
        // Only intended locks: older versions may meet a lock that preceded the closing of the app.
        guard let found else { return .continues }
        users = SampleUsers(choices(fixed, isNewest: false))
        while let attributes = users.next() {
            guard left > 0, lock(attributes, at: timestamp, &left) != nil else {
                return .locked(.newestVersion, found.level, variant: found.variant)
            }
        }
        return .locked(.everyVersion, found.level, variant: found.variant)
    }

    /// Returns the choices for users with fixed attributes who have the newest version, or any version.
    private func choices(_ fixed: [String: JSONValue], isNewest: Bool) -> [SampleUsers.Choice] {
        let (app, build) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.appBuild)
        let os = EvaluationContext.Attribute.osVersion
        var choices = fixed.sorted { $0.key < $1.key }.map { SampleUsers.Choice($0.key, [$0.value]) }
        for (name, found) in attributes.values.sorted(by: { $0.key < $1.key }) {
            guard name == build || attributes.ordered.contains(name), name != app, name != os, fixed[name] == nil else {
                continue
            }
            let any = [nil] + found.map { Optional($0) }
            let last = name == build ? Self.build(after: found) : nil
            choices.append(SampleUsers.Choice(name, last.map { isNewest ? [$0] : any + [$0] } ?? any))
        }
        choices.append(SampleUsers.Choice(os, systems))
        choices.append(SampleUsers.Choice(app, isNewest ? [newest] : apps))
        return choices
    }

    /// Returns a build, of the type that the rule uses, that is newer than all that the rule names, or `nil` if they
    /// are not numbers.
    static func build(after found: [JSONValue]) -> JSONValue? {
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

    /// Describes everyone except users with an attribute that lets them continue.
    private static func others(_ groups: [Group], _ singles: [[Outcome]]) -> String {
        for (group, outcomes) in zip(groups, singles) {
            let values = zip(group.values, outcomes).filter { !$0.1.is(.everyVersion) && $0.1 != .unknown }.map(\.0)
            guard !values.isEmpty else { continue }
            return values == [.string(Group.somethingElse)]
                ? " for people without ‘\(group.name)’"
                : " for everyone except people with \(group.text(values.filter { $0 != .string(Group.somethingElse) }))"
        }
        return groups.isEmpty ? "" : " for nearly everyone"
    }
}

extension LockoutSearch.Outcome {
    func `is`(_ reach: FlagLockout.Reach) -> Bool {
        if case .locked(reach, _, _) = self { true } else { false }
    }
}

extension LockoutSearch.Group {
    /// A value that no rule contains.
    static let somethingElse = "something else"

    /// Describes some of the values.
    func text(_ values: [JSONValue]) -> String {
        let others = values.filter { $0 != .string(Self.somethingElse) }
        let named = others.filter { constants.contains($0) }
        return others.isEmpty
            ? "another ‘\(name)’ than the rule names"
            : UpdatePolicyReader.people([name: named.isEmpty ? others : named])
    }
}
