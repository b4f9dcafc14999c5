/// Differences between texts, in the format of `patch`.
package enum TextDiff {
    /// The number of context lines around a change.
    private static let context = 3
    /// The maximum number of lines between the first and the last change; if there are more, all of them are shown as
    /// changed.
    private static let limit = 2_000

    /// Returns a unified diff; empty if the texts are the same.
    ///
    /// - Parameters:
    ///   - old: The text before.
    ///   - new: The text after.
    ///   - path: The name of the file in the diff.
    /// - Returns: The lines, each with a line break.
    package static func unified(_ old: [UInt8], _ new: [UInt8], path: String) -> String {
        let (before, after) = (lines(old), lines(new))
        let steps = steps(before, after)
        guard steps.contains(where: { $0.mark != " " }) else { return "" }
        var result = "--- a/\(path)\n+++ b/\(path)\n"
        var index = 0
        while let change = steps[index...].firstIndex(where: { $0.mark != " " }) {
            let start = max(index, change - context)
            var end = change
            // Changes that are close to each other share a hunk.
            while let next = steps[end...].firstIndex(where: { $0.mark != " " }), next - end <= 2 * context {
                end = next + 1
            }
            end = min(steps.count, end + context)
            let hunk = steps[start..<end]
            let (oldStart, newStart) = steps[..<start].reduce(into: (1, 1)) { counts, step in
                if step.mark != "+" { counts.0 += 1 }
                if step.mark != "-" { counts.1 += 1 }
            }
            let oldCount = hunk.count { $0.mark != "+" }
            let newCount = hunk.count { $0.mark != "-" }
            result += "@@ -\(oldCount == 0 ? oldStart - 1 : oldStart),\(oldCount)"
            result += " +\(newCount == 0 ? newStart - 1 : newStart),\(newCount) @@\n"
            for step in hunk { result += "\(step.mark)\(step.line)\n" }
            index = end
        }
        return result
    }

    private struct Step {
        let mark: Character
        let line: Substring
    }

    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        var lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { Substring($0) }
        if lines.last?.isEmpty == true {
            lines.removeLast()
        } else if let last = lines.popLast() {
            // `patch` and git require this line; without a line break, the last line differs from the same text with
            // one.
            lines.append(last + "\n\\ No newline at end of file")
        }
        return lines
    }

    private static func steps(_ old: [Substring], _ new: [Substring]) -> [Step] {
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let before = Array(old[prefix..<(old.count - suffix)])
        let after = Array(new[prefix..<(new.count - suffix)])
        return old[..<prefix].map { Step(mark: " ", line: $0) } + middle(before, after)
            + old[(old.count - suffix)...].map { Step(mark: " ", line: $0) }
    }

    private static func middle(_ old: [Substring], _ new: [Substring]) -> [Step] {
        guard old.count <= limit, new.count <= limit else {
            return old.map { Step(mark: "-", line: $0) } + new.map { Step(mark: "+", line: $0) }
        }
        // The numbers of lines that the remaining parts have in common.
        var common = [[Int32]](repeating: [Int32](repeating: 0, count: new.count + 1), count: old.count + 1)
        for left in old.indices.reversed() {
            for right in new.indices.reversed() {
                common[left][right] =
                    old[left] == new[right]
                    ? common[left + 1][right + 1] + 1 : max(common[left + 1][right], common[left][right + 1])
            }
        }
        var result: [Step] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, right < new.count, old[left] == new[right] {
                result.append(Step(mark: " ", line: old[left]))
                left += 1
                right += 1
            } else if right == new.count || left < old.count && common[left + 1][right] >= common[left][right + 1] {
                result.append(Step(mark: "-", line: old[left]))
                left += 1
            } else {
                result.append(Step(mark: "+", line: new[right]))
                right += 1
            }
        }
        return result
    }
}
