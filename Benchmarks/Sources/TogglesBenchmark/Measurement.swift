import CMeasure

/// The cost of an operation, measured several times.
struct Measurement {
    let name: String
    /// The lowest cost of a repetition, in nanoseconds.
    ///
    /// It is the most reliable figure on a shared machine.
    let minimum: Double
    /// The median cost of a repetition, in nanoseconds.
    let median: Double
    /// The allocations per repetition, or `nil` if they are not counted.
    let allocations: Double?

    /// Measures a loop.
    ///
    /// - Parameters:
    ///   - name: The name in the output.
    ///   - count: The number of repetitions of the loop's body.
    ///   - passes: The number of runs of the loop.
    ///   - rehearsals: The number of repetitions before the loop is timed, and while allocations are counted.
    ///   - loop: Runs its body a number of times, and returns a value that depends on all repetitions.
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
        // Keeps the optimizer from removing the loops.
        if result == .min { print("") }
        self.init(name, costs: costs, allocations: allocationsBefore < 0 ? nil : Double(allocated) / Double(rehearsals))
    }

    /// Measures an operation that is long enough to be timed individually.
    ///
    /// - Parameters:
    ///   - name: The name in the output.
    ///   - passes: The number of runs.
    ///   - body: Performs the operation, and returns a value that depends on it.
    init(_ name: String, passes: Int, body: () -> Int) {
        self.init(name, count: 1, passes: passes, rehearsals: 3) { count in
            (0..<count).reduce(0) { result, _ in result &+ body() }
        }
    }

    /// Summarizes the costs of at least one pass.
    init(_ name: String, costs: [Double], allocations: Double? = nil) {
        let costs = costs.sorted()
        self.name = name
        self.allocations = allocations
        minimum = costs[0]
        median = costs[costs.count / 2]
    }
}

/// Returns a number with a number of decimal places.
func formatted(_ number: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    var text = "\(rounded)"
    let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
    if decimals < digits { text += String(repeating: "0", count: digits - decimals) }
    return digits == 0 ? String(text.split(separator: ".")[0]) : text
}

/// Returns a text aligned to the right of a column.
func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns a text aligned to the left of a column.
func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
