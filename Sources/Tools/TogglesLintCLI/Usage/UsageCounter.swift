import FeatureTogglesUsage
import ToggleBase
import ToggleLint

/// Counts messages by day and version.
struct UsageCounter {
    private struct Place: Hashable {
        var day: CalendarDate
        var appVersion: String
    }

    private struct Numbers {
        var read = 0
        var changed = 0
        var variants: [String: Int] = [:]
    }

    private struct Sum {
        var installations = 0
        var toggles: [String: Numbers] = [:]
    }

    /// The known layouts by digest.
    private let layouts: [String: UsageLayout]
    private var sums: [Place: Sum] = [:]
    /// The number of messages that were counted.
    private(set) var messages = 0
    /// The number of lines that contain no message.
    private(set) var others = 0
    /// The number of lines with a damaged message.
    private(set) var damaged = 0
    /// The number of messages by version whose toggles no known manifest declares.
    private(set) var unknown: [String: Int] = [:]

    init(layouts: [UsageLayout]) {
        self.layouts = Dictionary(layouts.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static let marker = Array("&u=".utf8)

    /// Counts the message in a line of a log, if there is one.
    mutating func take(_ line: some Collection<UInt8>) {
        if line.isEmpty { return }
        // JSON may escape the ampersand.
        let text = String(decoding: line, as: UTF8.self)
        let plain =
            text.contains("\\u0026")
            ? text.split(separator: "\\u0026", omittingEmptySubsequences: false).joined(separator: "&") : text
        let bytes = Array(plain.utf8)
        guard let found = Self.query(in: bytes) else {
            others += 1
            return
        }
        guard let query = UsageQuery(found) else {
            damaged += 1
            return
        }
        guard let layout = layouts[query.layout] else {
            unknown[query.appVersion, default: 0] += 1
            return
        }
        guard let cells = layout.decode(query.bytes) else {
            damaged += 1
            return
        }
        messages += 1
        var sum = sums.removeValue(forKey: Place(day: query.day, appVersion: query.appVersion)) ?? Sum()
        sum.installations += 1
        for (entry, cell) in zip(layout.entries, cells) {
            var numbers = sum.toggles[entry.key] ?? Numbers()
            if cell.isRead { numbers.read += 1 }
            if cell.isChanged { numbers.changed += 1 }
            if let variant = cell.variant { numbers.variants[entry.variants[variant], default: 0] += 1 }
            sum.toggles[entry.key] = numbers
        }
        sums[Place(day: query.day, appVersion: query.appVersion)] = sum
    }

    /// Returns the query of a message in a line: the text around `&u=` without blanks and quotation marks, after a `?`.
    private static func query(in line: [UInt8]) -> Substring? {
        guard line.count >= marker.count else { return nil }
        let start = line.indices.dropLast(marker.count - 1).first { line[$0...].starts(with: marker) }
        guard let start else { return nil }
        func ends(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0x7F || "\"'?#<>\\".utf8.contains(byte) }
        let first = line[..<start].lastIndex(where: ends).map { $0 + 1 } ?? 0
        let last = line[start...].firstIndex(where: ends) ?? line.endIndex
        return Substring(String(decoding: line[first..<last], as: UTF8.self))
    }

    /// The counts, without those of few installations.
    var usage: FieldUsage {
        FieldUsage(
            pages: sums.compactMap { place, sum in
                guard sum.installations >= FieldUsage.minimum else { return nil }
                return FieldUsage.Page(
                    day: place.day,
                    appVersion: place.appVersion,
                    installations: sum.installations,
                    toggles: sum.toggles.mapValues { numbers in
                        FieldUsage.Toggle(
                            read: FieldUsage.Count(numbers.read),
                            changed: FieldUsage.Count(numbers.changed),
                            variants: numbers.variants.mapValues { FieldUsage.Count($0) }
                        )
                    }
                )
            }
        )
    }

    /// The number of days of versions that too few installations reported.
    var droppedCount: Int { sums.values.count { $0.installations < FieldUsage.minimum } }
}
