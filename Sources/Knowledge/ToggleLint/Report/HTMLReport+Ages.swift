import ToggleBase
import ToggleManifest

extension HTMLReport {
    private struct Dot {
        let toggle: ToggleDeclaration
        let age: Int
        let row: Int
    }

    /// The number of positions for dots next to each other in a lane.
    private static let columns = 48

    /// The age of every toggle compared with the usual age in its category, as a dot in the category's lane.
    var ages: String {
        let aged = toggles.compactMap { toggle in age(of: toggle).map { (toggle, $0) } }
        guard let oldest = aged.map(\.1).max() else {
            return section("ages", "Ages", "<p>No toggle has a creation date.</p>")
        }
        let longest = categories().compactMap { project.configuration.ageLimit(of: $0) }.max() ?? 0
        let end = Double(max(oldest + oldest / 20, longest + longest / 4, 10))
        // Tick marks for weeks, months, and years, up to the limit.
        let ticks = [0, 10, 30, 60, 120, 240, 365, 730, 1_460, 2_920, 5_840, 11_680].filter { Double($0) <= end }
        var shapes: [String] = []
        var top = 8.0
        for category in categories() {
            let (text, height) = lane(category, aged.filter { $0.0.category == category }, top: top, end: end)
            shapes.append(text)
            top += height
        }
        let axis = ticks.map { tick in
            let place = HTML.percent(Self.place(tick, end))
            let anchor = tick == 0 ? "start" : Self.place(tick, end) > 0.97 ? "end" : "middle"
            return """
                <line class="grid" x1="\(place)" x2="\(place)" y1="0" y2="\(HTML.number(top))"/>\
                <text x="\(place)" y="\(HTML.number(top + 16))" text-anchor="\(anchor)">\(tick)</text>
                """
        }
        let plot = """
            <svg class="plot" height="\(HTML.number(top + 22))" role="img" aria-labelledby="ages-title ages-text">
            <title id="ages-title">Age of each toggle, by category</title>
            <desc id="ages-text">A dot for each toggle, with older toggles further right. A dashed line marks the age \
            limit. The table below has the numbers.</desc>
            \(axis.joined(separator: "\n"))
            \(shapes.joined(separator: "\n"))
            </svg>
            """
        let explanation = """
            <p class="faint">Each dot is a toggle, placed by its age in days, with more room for low ages. The dashed line is the age limit of the \
            category. <code>toggles lint</code> reports dots with a red ring as too old or expired; pale dots are permanent.</p>
            """
        return section("ages", "Ages", explanation + plot + ageTable(aged))
    }

    private func lane(
        _ category: ToggleCategory,
        _ aged: [(ToggleDeclaration, Int)],
        top: Double,
        end: Double
    ) -> (String, Double) {
        var heights: [Int: Int] = [:]
        let dots = aged.sorted { $0.1 < $1.1 }.map { toggle, age in
            let column = min(Self.columns - 1, Int(Self.place(age, end) * Double(Self.columns)))
            heights[column, default: 0] += 1
            return Dot(toggle: toggle, age: age, row: (heights[column] ?? 1) - 1)
        }
        let tallest = heights.values.max() ?? 0
        // High stacks are compressed, so that a day with many toggles doesn't make a tower.
        let distance = tallest <= 1 ? 9 : min(9, 90 / Double(tallest - 1))
        let area = Double(max(0, tallest - 1)) * distance + 12
        let base = top + 22 + area
        var lines = [
            "<text class=\"lane\" x=\"0\" y=\"\(HTML.number(top + 12))\">\(category.rawValue), \(aged.count)</text>"
        ]
        if let limit = project.configuration.ageLimit(of: category), Double(limit) <= end {
            let place = HTML.percent(Self.place(limit, end))
            lines.append(
                "<line class=\"limit\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(HTML.number(top + 18))\" y2=\"\(HTML.number(base + 4))\">"
                    + "<title>\(limit.counted("day")) \(limit == 1 ? "is" : "are") usual for \(category.rawValue)</title></line>"
            )
        }
        for dot in dots {
            let place = Self.place(dot.age, end)
            let style =
                dot.toggle.details.isPermanent ? " stays" : isTooOld(dot.toggle) ? " old" : ""
            lines.append(
                "<circle class=\"\(category.rawValue)\(style)\" cx=\"\(HTML.percent(place))\" cy=\"\(HTML.number(base - 5 - Double(dot.row) * distance))\" r=\"3.6\">"
                    + "<title>\(dot.toggle.key.escapedForMarkup): \(dot.age.counted("day")), \(dot.toggle.details.owner.escapedForMarkup)</title></circle>"
            )
        }
        return (lines.joined(separator: "\n"), base + 10 - top)
    }

    /// Returns the position of an age, from 0 to 1; lower ages get more room, because there are more of them.
    private static func place(_ age: Int, _ end: Double) -> Double { (Double(age) / end).squareRoot() }

    /// Returns whether the linter reports a toggle as expired or too old.
    func isTooOld(_ toggle: ToggleDeclaration) -> Bool {
        findingsByToggle[toggle].contains { ["expired_toggle", "aged_toggle"].contains($0.rule) }
    }

    private func ageTable(_ aged: [(ToggleDeclaration, Int)]) -> String {
        let rows = aged.sorted { ($1.1, $0.0.key) < ($0.1, $1.0.key) }.map { toggle, age in
            [name(toggle)] + moduleCell(toggle) + [
                "\(age)", project.configuration.ageLimit(of: toggle.category).map { "\($0)" } ?? "none",
                toggle.details.isPermanent
                    ? "permanent" : isTooOld(toggle) ? "<span class=\"bad\">too old</span>" : "fine",
            ]
        }
        let text = table(
            rows,
            head: ["Toggle"] + moduleHead + ["Age in days", "Usual", ""],
            caption: "Ages, oldest toggle first",
            numbers: [1 + moduleHead.count, 2 + moduleHead.count]
        )
        return "<details><summary>As a table</summary>\n\(text)\n</details>"
    }
}
