/// Chooses the lines that fit on the terminal.
///
/// The lines about remote config matter most, then the command that opens the console, then the shop, and then the other
/// hints.
struct WindowLayout {
    let rows: Int
    let columns: Int

    func lines(shop: [String], remote: [String], hints: Hints) -> [String] {
        let remote = remote.flatMap(wrapped).prefix(rows)
        let console = hints.console(columns: columns).flatMap(wrapped).prefix(rows - remote.count)
        let shop = shop.prefix(rows - remote.count - console.count)
        var room = rows - remote.count - console.count - shop.count
        func ifRoomy(_ lines: [String]) -> [String] {
            guard lines.count <= room else { return [] }
            room -= lines.count
            return lines
        }
        let heading = ifRoomy(wrapped(Hints.heading))
        let (above, below) = (ifRoomy([""]), ifRoomy([""]))
        let kept = Hints.others.sorted { $0.rank < $1.rank }.prefix(room).map(\.rank)
        let others = Hints.others.filter { kept.contains($0.rank) }.map(\.text)
        return (shop + above + remote + below + heading + console + others).map { String($0.prefix(columns)) }
    }

    /// A long line as several lines, broken between words, or within a word that is too long for a line.
    private func wrapped(_ line: String) -> [String] {
        // Keeps the indentation of a line that fits.
        guard line.count > columns else { return [line] }
        var lines = [""]
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
            while lines[lines.count - 1].count > columns {
                let long = lines.removeLast()
                lines += [String(long.prefix(columns)), String(long.dropFirst(columns))]
            }
        }
        return lines
    }
}
