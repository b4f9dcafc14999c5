import ForcedUpdates

/// The answers of an update policy for all pairs of app and system versions.
public struct UpdatePolicyMatrix: Sendable {
    /// A part of a table in which all answers are the same.
    public struct Area: Sendable, Hashable {
        /// The versions of the app: "1.0.0", "1.0.0 to 1.4.2, 2.0.0 and 7 more", or "*" for all of the table.
        public let apps: String
        /// The versions of the system, in the same form.
        public let systems: String
        /// The answer for these versions.
        public let answer: UpdatePolicyFile.Answer
    }

    /// The versions of the app, one per row.
    public let apps: [String]
    /// The versions of the system, one per column.
    public let systems: [String]
    /// The index in ``answers`` for each row.
    private let rows: [Int]
    /// The index in an element of ``answers`` for each column.
    private let columns: [Int]
    /// The different rows, as indices of ``different``.
    private let answers: [[Int]]
    private let different: [UpdatePolicyFile.Answer]

    /// Returns the answer for a pair of versions, by their indices.
    public subscript(app: Int, system: Int) -> UpdatePolicyFile.Answer {
        different[answers[rows[app]][columns[system]]]
    }

    /// The number of pairs.
    public var count: Int { apps.count * systems.count }

    /// The table with adjacent rows or columns of the same answers merged: "1.0.0 to 1.4.2".
    ///
    /// - Complexity: Linear in the number of distinct pairs.
    public var merged: UpdatePolicyMatrix {
        var known: [[Int]: Int] = [:]
        let rowKinds = answers.map { row in Self.number(row, &known) }
        known = [:]
        let width = answers.first?.count ?? 0
        let columnKinds = (0..<width).map { column in Self.number(answers.map { $0[column] }, &known) }
        let rowRuns = Self.runs(rows.map { rowKinds[$0] })
        let columnRuns = Self.runs(columns.map { columnKinds[$0] })
        return UpdatePolicyMatrix(
            apps: rowRuns.map { Self.text($0, apps) },
            systems: columnRuns.map { Self.text($0, systems) },
            rows: rowRuns.map { rows[$0.lowerBound] },
            columns: columnRuns.map { columns[$0.lowerBound] },
            answers: answers,
            different: different
        )
    }

    /// Returns the areas in which users see a notice: one for each answer of each group of app versions with the same
    /// answers.
    ///
    /// - Parameter most: The maximum number of areas.
    /// - Returns: The first areas, from old versions to new ones, and the total number.
    public func areas(most: Int) -> (areas: [Area], count: Int) {
        let table = merged
        var (areas, count) = ([Area](), 0)
        var known: [[Int]: Int] = [:]
        let kinds = table.answers.map { Self.number($0, &known) }
        for rows in Self.groups(table.rows.map { kinds[$0] }) {
            let row = table.answers[table.rows[rows[0]]]
            let answers = table.columns.map { row[$0] }
            let runs = Self.runs(answers)
            for group in Self.groups(runs.map { answers[$0.lowerBound] }) {
                let answer = table.different[answers[runs[group[0]].lowerBound]]
                guard answer.decision != .upToDate else { continue }
                count += 1
                guard areas.count < most else { continue }
                // The labels of the merged table are already runs.
                let systems = group.map { index in
                    let run = runs[index]
                    return run.count == answers.count && run.count > 1
                        ? "*" : Self.ends(table.systems[run.lowerBound], table.systems[run.upperBound])
                }
                let apps = rows.map { table.apps[$0] }
                areas.append(Area(apps: Self.list(apps), systems: Self.list(systems), answer: answer))
            }
        }
        return (areas, count)
    }

    /// Returns the indices of equal values, in the order of their first occurrences.
    private static func groups<Value: Hashable>(_ values: [Value]) -> [[Int]] {
        var known: [Value: Int] = [:]
        var result: [[Int]] = []
        for (index, value) in values.enumerated() {
            if let group = known[value] {
                result[group].append(index)
            } else {
                known[value] = result.count
                result.append([index])
            }
        }
        return result
    }

    /// Returns the first versions of a list, and the number of the others.
    private static func list(_ versions: [String]) -> String {
        let most = 4
        let shown = versions.prefix(versions.count == most + 1 ? most + 1 : most).joined(separator: ", ")
        return versions.count > most + 1 ? "\(shown) and \(versions.count - most) more" : shown
    }

    private static func number(_ value: [Int], _ known: inout [[Int]: Int]) -> Int {
        if let number = known[value] { return number }
        known[value] = known.count
        return known.count - 1
    }

    /// Returns the ranges of equal adjacent values.
    private static func runs(_ kinds: [Int]) -> [ClosedRange<Int>] {
        var result: [ClosedRange<Int>] = []
        for index in kinds.indices {
            if let last = result.last, kinds[last.lowerBound] == kinds[index] {
                result[result.count - 1] = last.lowerBound...index
            } else {
                result.append(index...index)
            }
        }
        return result
    }

    private static let conjunction = " to "

    private static func text(_ run: ClosedRange<Int>, _ versions: [String]) -> String {
        if run.count == versions.count, run.count > 1 { return "*" }
        return ends(versions[run.lowerBound], versions[run.upperBound])
    }

    private static func ends(_ first: String, _ last: String) -> String {
        if first == last { return first }
        let begin = first.split(separator: conjunction).first.map(String.init) ?? first
        let end = last.split(separator: conjunction).last.map(String.init) ?? last
        return begin + conjunction + end
    }
}

extension UpdatePolicyMatrix {
    /// Collects answers without duplicates.
    struct Builder {
        private var different: [UpdatePolicyFile.Answer] = []
        private var known: [UpdatePolicyFile.Answer: Int] = [:]
        private var ofEntries: [Int: Int] = [:]

        mutating func index(of answer: UpdatePolicyFile.Answer) -> Int {
            if let index = known[answer] { return index }
            known[answer] = different.count
            different.append(answer)
            return different.count - 1
        }

        /// Returns the index of an entry's answer, which is created once.
        mutating func index(of entry: Int?, _ answer: () -> UpdatePolicyFile.Answer) -> Int {
            if let index = ofEntries[entry ?? -1] { return index }
            let index = index(of: answer())
            ofEntries[entry ?? -1] = index
            return index
        }

        func matrix(
            apps: [String],
            systems: [String],
            rows: [Int],
            columns: [Int],
            _ answers: [[Int]]
        ) -> UpdatePolicyMatrix {
            UpdatePolicyMatrix(
                apps: apps,
                systems: systems,
                rows: rows,
                columns: columns,
                answers: answers,
                different: different
            )
        }
    }
}
