// Looks for the documents that cost the most for their size. Compiled together with the core by run.sh, as one module.
import Glibc

/// Breeds recipes of documents: what costs more than anything before of its kind is kept and changed further.
@main enum CostFuzzing {
    /// What is looked for.
    private enum Goal: String, CaseIterable {
        /// Nanoseconds of reading for each byte of the document.
        case reading
        /// Bytes of memory at the highest for each byte of the document.
        case memory
        /// Nanoseconds of the slowest of the document's flags.
        case evaluation
        /// Nanoseconds for each step of that evaluation: what is charged too little.
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
        var random = SplitMix64(seed: arguments[1])
        var best: [Goal: [Find]] = [:]
        let end = Costs.uptime() + Double(arguments[0])
        var count = 0
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
            let scores: [Goal: Double] = [
                .reading: costs.reading / Double(text.count), .memory: costs.memory / Double(text.count),
                .evaluation: costs.evaluation, .step: costs.evaluation / max(1, costs.steps),
            ]
            for (goal, score) in scores {
                var finds = best[goal] ?? []
                let rank = finds.firstIndex { $0.score < score } ?? finds.count
                guard rank < population, !finds.contains(where: { $0.recipe == recipe }) else { continue }
                // Noise of a busy machine is not bred.
                if rank == 0, let again = Costs(of: text), again.isMuchLess(than: costs) { continue }
                if rank == 0 { report(goal, recipe, costs, text) }
                finds.insert(Find(recipe: recipe, score: score), at: rank)
                best[goal] = Array(finds.prefix(population))
            }
        }
        print("\(count) documents of up to \(size) bytes, seed \(arguments[1])")
        for goal in Goal.allCases {
            guard let find = best[goal]?.first else { continue }
            let text = find.recipe.text(size: size)
            guard let costs = Costs(of: text) else { continue }
            report(goal, find.recipe, costs, text)
            try? FileWriting.replace(text, path: "worst-\(goal).json")
        }
    }

    /// Says what a document in a file costs.
    private static func measure(_ path: String) {
        guard let text = try? FileReading.bytes(path: path, limit: 1 << 24), let costs = Costs(of: text) else {
            return print("\(path): no document")
        }
        print("\(path): \(costs)")
    }

    private static func isRare(_ odds: Int, _ random: inout SplitMix64) -> Bool {
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

/// What one document costs.
struct Costs {
    /// Nanoseconds of the processor.
    var reading: Double
    /// Bytes at the highest, above what was taken before.
    var memory: Double
    /// Nanoseconds of the slowest flag, its steps, and why it has no answer.
    var evaluation = 0.0
    var steps = 0.0
    var failure: RuleEvaluationError?

    /// Reads a document and asks its flags; `nil` for one that is refused as a whole.
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
                for index in 0..<min(document.count, 8) { ask(document, index, flat) }
            }
        }
    }

    private mutating func ask(_ document: FlagDocument, _ index: Int, _ context: FlatContext) {
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

    /// Whether the same document cost far less than at first, so that it was the machine.
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

/// Gives memory that is not used back to the system, so that the next document's is seen.
@_silgen_name("malloc_trim") private func releaseMemory(_ rest: Int) -> CInt
