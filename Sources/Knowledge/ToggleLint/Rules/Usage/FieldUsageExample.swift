import ToggleBase

/// Counts for the examples of rules.
enum FieldUsageExample {
    /// Returns the file with the counts of two days.
    ///
    /// - Parameters:
    ///   - toggles: The numbers of installations that read each toggle, and in which it differed from its default.
    ///   - first: The first day and its version.
    ///   - then: The numbers on the last day; `nil` for the same ones.
    ///   - last: The last day and its version.
    /// - Returns: The file.
    static func text(
        _ toggles: [String: (read: Int, changed: Int)],
        from first: (day: String, version: String),
        then: [String: (read: Int, changed: Int)]? = nil,
        to last: (day: String, version: String)
    ) -> String {
        let pages = [(first, toggles), (last, then ?? toggles)].compactMap { place, toggles in
            CalendarDate(place.day).map { day in
                FieldUsage.Page(
                    day: day,
                    appVersion: place.version,
                    installations: 240,
                    toggles: toggles.mapValues {
                        FieldUsage.Toggle(read: FieldUsage.Count($0.read), changed: FieldUsage.Count($0.changed))
                    }
                )
            }
        }
        return JSONWriter(.pretty).text(FieldUsage(pages: pages).json)
    }
}
