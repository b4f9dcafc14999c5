import Dispatch
import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// Reads cases from standard input and writes the answers to standard output, in order, using all processors.
struct CaseStream: ~Copyable {
    /// The number of bytes that are read before they are answered.
    ///
    /// A longer line is read as a whole.
    private static let blockSize = 1 << 22
    /// The maximum size of a line in bytes, many times that of a case with the largest values that clients accept.
    private static let maximumLineSize = 1 << 24

    // Unchecked, because each part uses only its own evaluator.
    private struct Places: @unchecked Sendable {
        let evaluators: UnsafeMutableBufferPointer<CaseEvaluator>
        let text: UnsafeBufferPointer<UInt8>
    }

    private var evaluators: [CaseEvaluator]
    /// The input buffer; its first `filled` bytes are not answered yet.
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: blockSize)
    private var filled = 0
    private var lines = 0
    /// The number of lines that are not valid cases.
    private var problems = 0

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - document: The document whose flags are evaluated.
    ///   - timestamp: The time in seconds since 1970.
    ///   - threads: The number of threads.
    init(document: FlagDocument, timestamp: Int64, threads: Int) {
        evaluators = (0..<max(1, threads)).map { _ in CaseEvaluator(document: document, timestamp: timestamp) }
    }

    deinit {
        memory.deallocate()
    }

    private var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<filled]) }

    /// Answers all cases.
    ///
    /// - Returns: Whether every line was a valid case.
    /// - Throws: ``ToolError`` if standard input can't be read.
    mutating func run() throws -> Bool {
        while try readBlock() {
            let end = (text.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
            if end > 0 { answer(upTo: end) }
        }
        answer(upTo: filled)
        if problems > EvaluateCommand.mostWarnings {
            let others = problems - EvaluateCommand.mostWarnings
            ToolOutput.printError("and \(others.counted("more line")) that cannot be answered")
        }
        return problems == 0
    }

    /// Reads until the buffer is full; returns `false` at the end of the input.
    private mutating func readBlock() throws -> Bool {
        if filled == memory.count {
            guard filled < Self.maximumLineSize else {
                let size = Self.maximumLineSize
                throw ToolError.usage("Line \(lines + 1) has more than \(size) bytes, so it is not a case.")
            }
            grow()
        }
        while filled < memory.count {
            let rest = UnsafeMutableBufferPointer(rebasing: memory[filled...])
            let got: Int
            do throws(SystemError) {
                got = try StandardStream.input.read(into: UnsafeMutableRawBufferPointer(rest))
            } catch {
                throw ToolError.usage("Cannot read the cases: \(error.message).")
            }
            if got == 0 { return false }
            filled += got
            // Answers the lines of a slow writer immediately.
            if got < 1 << 16, filled < memory.count, memory[filled - 1] == UInt8(ascii: "\n") { break }
        }
        return true
    }

    /// Doubles the buffer for a line that doesn't fit.
    private mutating func grow() {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: memory.count * 2)
        _ = larger.update(fromContentsOf: text)
        memory.deallocate()
        memory = larger
    }

    private mutating func answer(upTo end: Int) {
        guard end > 0 else { return }
        let bounds = parts(upTo: end)
        let text = text
        evaluators.withUnsafeMutableBufferPointer { evaluators in
            let places = Places(evaluators: evaluators, text: text)
            DispatchQueue.concurrentPerform(iterations: bounds.count) { part in
                places.evaluators[part].answer(UnsafeBufferPointer(rebasing: places.text[bounds[part]]))
            }
        }
        for part in bounds.indices {
            for problem in evaluators[part].problems {
                problems += 1
                guard problems <= EvaluateCommand.mostWarnings else { continue }
                ToolOutput.printError("line \(lines + problem.line + 1): \(problem.message)")
            }
            lines += evaluators[part].lines
            ToolOutput.write(json: evaluators[part].output.bytes)
        }
        filled -= end
        // Moves the start of the next line to the front; the ranges may overlap.
        if let start = memory.baseAddress { start.update(from: start + end, count: filled) }
    }

    /// Splits the input at line breaks into parts of similar size, at most one for each evaluator.
    private func parts(upTo end: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = 0
        for number in 1...evaluators.count where start < end {
            var stop = number == evaluators.count ? end : max(start, end / evaluators.count * number)
            while stop < end, stop == 0 || memory[stop - 1] != UInt8(ascii: "\n") { stop += 1 }
            if stop > start { result.append(start..<stop) }
            start = stop
        }
        return result
    }
}
