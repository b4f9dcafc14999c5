import ToggleBase

extension HTMLReport {
    /// The number of toggles over time, stacked by category.
    var timeline: String {
        let steps = ToggleTimeline(project).steps
        guard let first = steps.first, let last = steps.last else {
            let reason =
                switch project.history {
                case nil: "there is no git repository"
                case let history? where history.isShallow: "the clone is shallow, and no commit in it changes a toggle"
                case _?: "no commit up to \(project.today) changes a toggle"
                }
            return section("time", "Toggles over time", "<p>No history is available: \(reason).</p>")
        }
        // A single day has no width.
        guard first.day < project.today else {
            let text = "<p>The history begins today, with \(last.total.counted("toggle")).</p>"
            return section("time", "Toggles over time", text)
        }
        let (start, end) = (first.day.daysSince1970, project.today.daysSince1970)
        let ticks = HTML.ticks(upTo: steps.map(\.total).max() ?? 1)
        let top = Double(ticks.last ?? 1)
        let shown = categories(besides: Set(steps.flatMap(\.counts.keys)))
        let (above, height) = (16.0, 220.0)

        func place(_ day: CalendarDate) -> Double { Double(day.daysSince1970 - start) / Double(end - start) * 100 }
        // The lower edge of the next area, as a number of toggles at each position.
        var base = steps.map { _ in 0 }
        var areas: [String] = []
        for category in shown {
            let edge = zip(base, steps).map { $0 + ($1.counts[category] ?? 0) }
            areas.append(
                "<path class=\"\(category.rawValue)\" d=\"\(Self.area(steps.map { place($0.day) }, base, edge, top: top))\"><title>\(category.rawValue)</title></path>"
            )
            base = edge
        }
        let grid = ticks.map { tick in
            let y = HTML.number(above + height - Double(tick) / top * height)
            return
                "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/><text x=\"0\" y=\"\(HTML.number((Double(y) ?? 0) - 4))\">\(tick)</text>"
        }
        let plot = """
            <svg class="plot" height="\(HTML.number(above + height + 26))" role="img" aria-labelledby="time-title time-text">
            <title id="time-title">Toggles over time, by category</title>
            <desc id="time-text">From \(first.total) on \(first.day) to \(last.total) on \(project.today). The table below has the \
            numbers.</desc>
            <svg width="100%" y="\(HTML.number(above))" height="\(HTML.number(height))" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            \(areas.joined(separator: "\n"))
            </svg>
            \(grid.joined(separator: "\n"))
            <text x="0" y="\(HTML.number(above + height + 18))">\(first.day)</text>
            <text x="100%" y="\(HTML.number(above + height + 18))" text-anchor="end">\(project.today)</text>
            </svg>
            """
        return section("time", "Toggles over time", legend(shown) + plot + timelineTable(steps, shown))
    }

    /// Returns the closed path of a stepped band.
    private static func area(_ places: [Double], _ lower: [Int], _ upper: [Int], top: Double) -> String {
        func y(_ count: Int) -> String { HTML.number(100 - Double(count) / top * 100) }
        guard let first = places.first else { return "" }
        var path = "M\(HTML.number(first)) \(y(upper[0]))"
        for index in places.indices.dropFirst() { path += "H\(HTML.number(places[index]))V\(y(upper[index]))" }
        path += "H100V\(y(lower[lower.count - 1]))"
        for index in places.indices.dropFirst().reversed() {
            path += "H\(HTML.number(places[index]))V\(y(lower[index - 1]))"
        }
        return path + "H\(HTML.number(first))Z"
    }

    private func timelineTable(_ steps: [ToggleTimeline.Step], _ shown: [ToggleCategory]) -> String {
        // The table shows the state at the end of each month.
        var months: [(String, ToggleTimeline.Step)] = []
        for step in steps {
            let month = String(step.day.description.prefix(7))
            if months.last?.0 == month { months.removeLast() }
            months.append((month, step))
        }
        let rows = months.map { month, step in
            [month] + shown.map { "\(step.counts[$0] ?? 0)" } + ["\(step.total)"]
        }
        let text = table(
            rows,
            head: ["Month"] + shown.map(\.rawValue) + ["all"],
            caption: "Toggles at the end of each month in which something changed",
            numbers: Set(1...(shown.count + 1))
        )
        return "<details><summary>As a table</summary>\n\(text)\n</details>"
    }
}
