// Searches for the documents that cost the most for their size. run.sh compiles this file and the core as one module.
import Glibc

/// Breeds recipes of documents: the most expensive ones for each goal are kept and mutated further.
@main enum CostFuzzing {
    /// A cost to maximize.
    private enum Goal: String, CaseIterable {
        /// The time to read a document, in nanoseconds per byte.
        case reading
        /// The peak memory, in bytes per byte of the document.
        case memory
        /// The time to evaluate the slowest flag, in nanoseconds.
        case evaluation
        /// The time of that evaluation in nanoseconds per step, which shows work that takes too few steps.
        case step
    }

    private struct Find {
        var recipe: Recipe
        var score: Double
    }

    private static let population = 24

    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard arguments.count == 3 else {
            for path in CommandLine.arguments.dropFirst() { measure(path) }
            return
        }
        let size = Int(arguments[2])
        var random = SeededRandom(seed: arguments[1])
        var best: [Goal: [Find]] = [:]
        let end = Costs.uptime() + Double(arguments[0])
        var count = 0
        var accepted = 0
        while Costs.uptime() < end {
            let goal = Goal.allCases[count % Goal.allCases.count]
            count += 1
            var recipe = Recipe(&random)
            if let parents = best[goal], let parent = parents.randomElement(using: &random), !isRare(6, &random) {
                recipe = parent.recipe
                repeat {
                    recipe.mutate(&random, with: parents.randomElement(using: &random)?.recipe)
                } while isRare(3, &random)
            }
            let text = recipe.text(size: size)
            guard let costs = Costs(of: text) else { continue }
            accepted += 1
            let scores: [Goal: Double] = [
                .reading: costs.reading / Double(text.count), .memory: costs.memory / Double(text.count),
                .evaluation: costs.evaluation, .step: costs.evaluation / max(1, costs.steps),
            ]
            for (goal, score) in scores {
                var finds = best[goal] ?? []
                let rank = finds.firstIndex { $0.score < score } ?? finds.count
                guard rank < population, !finds.contains(where: { $0.recipe == recipe }) else { continue }
                // Ignore costs that a busy machine caused.
                if rank == 0, let again = Costs(of: text), again.isMuchLess(than: costs) { continue }
                if rank == 0 { report(goal, recipe, costs, text) }
                finds.insert(Find(recipe: recipe, score: score), at: rank)
                best[goal] = Array(finds.prefix(population))
            }
        }
        print("\(count) documents of up to \(size) bytes, \(accepted) of them accepted, seed \(arguments[1])")
        // Rejected documents, and flags without a rule, cost nothing.
        guard accepted * 4 >= count, Goal.allCases.allSatisfy({ best[$0]?.first.map { $0.score > 0 } ?? false }) else {
            print("Too few documents were accepted, or none of them cost anything.")
            exit(1)
        }
        for goal in Goal.allCases {
            guard let find = best[goal]?.first else { continue }
            let text = find.recipe.text(size: size)
            guard let costs = Costs(of: text) else { continue }
            report(goal, find.recipe, costs, text)
            try? FileWriting.replace(text, path: "worst-\(goal).json")
        }
    }

    /// Prints the costs of a document in a file.
    private static func measure(_ path: String) {
        guard let text = try? FileReading.bytes(path: path, limit: 1 << 24), let costs = Costs(of: text) else {
            return print("\(path): not a document")
        }
        print("\(path): \(costs)")
    }

    private static func isRare(_ odds: Int, _ random: inout SeededRandom) -> Bool {
        Int.random(in: 0..<odds, using: &random) == 0
    }

    private static func report(_ goal: Goal, _ recipe: Recipe, _ costs: Costs, _ text: [UInt8]) {
        func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        print(
            "\(goal): \(rounded(costs.reading / 1e6)) ms and \(rounded(costs.memory / 1_048_576)) MiB to read",
            "\(text.count) bytes, \(rounded(costs.evaluation / 1e3)) µs for \(Int(costs.steps)) steps:",
            "\(recipe.flagCount) × \(recipe.flag.prefix(300)) § \(recipe.unit.prefix(300))",
            "$ \(recipe.shared.prefix(100))"
        )
        fflush(nil)
    }
}

/// The costs of a document.
struct Costs {
    /// The processor time to read the document, in nanoseconds.
    var reading: Double
    /// The peak memory in bytes, in excess of the memory before.
    var memory: Double
    /// The time to evaluate the slowest flag, in nanoseconds.
    var evaluation = 0.0
    /// The number of steps of that evaluation.
    var steps = 0.0
    /// The reason why that evaluation failed, if it did.
    var failure: RuleEvaluationError?

    /// Reads a document and evaluates its flags, or returns `nil` if the document is rejected.
    init?(of text: [UInt8]) {
        _ = releaseMemory(0)
        Self.forgetPeak()
        let before = Self.residentSize("VmRSS:")
        let start = Self.processorTime()
        guard let document = try? FlagDocument(text: text) else { return nil }
        reading = Self.processorTime() - start
        memory = max(0, Self.residentSize("VmHWM:") - before)
        for context in Self.contexts {
            context.withFlat { flat in
                for index in 0..<min(document.count, 8) { evaluate(document, index, flat) }
            }
        }
    }

    private mutating func evaluate(_ document: FlagDocument, _ index: Int, _ context: FlatContext) {
        let record = document.storage.records[index]
        guard !record.isDecided else { return }
        var evaluator = RuleEvaluator(
            program: document.storage.program,
            context: context,
            flagKey: FlatValue(string: record.key.bytes),
            timestamp: 1_800_000_000
        )
        let start = Self.processorTime()
        _ = evaluator.value(of: Int(record.rule))
        let time = Self.processorTime() - start
        withExtendedLifetime(evaluator.scratch) {}
        if time > evaluation { (evaluation, steps, failure) = (time, Double(evaluator.steps), evaluator.failure) }
    }

    /// Whether the same document cost much less than the first time, so that the machine was busy then.
    func isMuchLess(than first: Costs) -> Bool {
        reading < first.reading * 0.7 || memory < first.memory * 0.7 || evaluation < first.evaluation * 0.7
    }

    private static let contexts: [EvaluationContext] = [
        EvaluationContext(),
        EvaluationContext(
            targetingKey: String(repeating: "k", count: 200),
            attributes: [
                "x": .string(String(repeating: "a1.", count: 2_000)), "n": 12_345.678, "v": "1.2.3-rc.1",
                "l": .array(Array(repeating: .string("abc"), count: 500)), "o": ["a": ["b": ["c": "d"]]],
            ]
        ),
    ]

    static func uptime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private static func forgetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private static func residentSize(_ name: String) -> Double {
        guard let bytes = try? FileReading.bytes(path: "/proc/self/status", limit: 1 << 16) else { return 0 }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return (words.dropFirst().first.flatMap { Double($0) } ?? 0) * 1_024
    }
}

/// Returns unused memory to the system, so that the next document's memory can be measured.
@_silgen_name("malloc_trim") private func releaseMemory(_ rest: Int) -> CInt
