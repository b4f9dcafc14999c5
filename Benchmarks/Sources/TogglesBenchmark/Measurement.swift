import CMeasure

/// The cost of one thing, measured several times.
struct Measurement {
    let name: String
    /// The lowest cost of a repetition, in nanoseconds.
    ///
    /// On a shared machine it is the one that says most.
    let minimum: Double
    /// The cost in the middle.
    let median: Double
    /// Allocations per repetition, or `nil` where they are not counted.
    let allocations: Double?

    /// Measures a loop.
    ///
    /// - Parameters:
    ///   - name: What it is, for people.
    ///   - count: How often the loop runs its body.
    ///   - passes: How often the loop is run.
    ///   - rehearsals: How often the loop runs its body before it is timed, and while allocations are counted.
    ///   - loop: Runs its body so many times and answers something that depends on all of it.
    init(_ name: String, count: Int, passes: Int = 25, rehearsals: Int = 1_000, loop: (Int) -> Int) {
        var costs: [Double] = []
        var result = loop(rehearsals)
        let allocationsBefore = measure_allocations()
        result &+= loop(rehearsals)
        let allocated = measure_allocations() - allocationsBefore
        for _ in 0..<passes {
            let start = measure_nanoseconds()
            result &+= loop(count)
            costs.append(Double(measure_nanoseconds() - start) / Double(count))
        }
        // Keeps the loops from being removed.
        if result == .min { print("") }
        self.init(name, costs: costs, allocations: allocationsBefore < 0 ? nil : Double(allocated) / Double(rehearsals))
    }

    /// Measures something that is long enough to be timed by itself.
    ///
    /// - Parameters:
    ///   - name: What it is, for people.
    ///   - passes: How often it is done.
    ///   - body: Does it and answers something that depends on it.
    init(_ name: String, passes: Int, body: () -> Int) {
        self.init(name, count: 1, passes: passes, rehearsals: 3) { count in
            (0..<count).reduce(0) { result, _ in result &+ body() }
        }
    }

    /// Sums up what several passes cost, at least one.
    init(_ name: String, costs: [Double], allocations: Double? = nil) {
        let costs = costs.sorted()
        self.name = name
        self.allocations = allocations
        minimum = costs[0]
        median = costs[costs.count / 2]
    }
}

/// A number with so many digits behind the point.
func formatted(_ number: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    var text = "\(rounded)"
    let behind = text.split(separator: ".").dropFirst().first?.count ?? 0
    if behind < digits { text += String(repeating: "0", count: digits - behind) }
    return digits == 0 ? String(text.split(separator: ".")[0]) : text
}

/// Text at the end of so many columns.
func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Text at the start of so many columns.
func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
