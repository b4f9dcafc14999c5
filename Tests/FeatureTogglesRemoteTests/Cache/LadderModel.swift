/// What the client promises about the document with which it starts, as the numbers of documents.
struct LadderModel {
    /// The newest document in the cache.
    private(set) var newest: Int?
    /// The last document that had a healthy run.
    private(set) var safe: Int?
    /// The crashes that count against each document.
    private(set) var crashes: [Int: Int] = [:]

    // The current run.
    private(set) var active: Int?
    private(set) var isHealthy = false
    var isInForeground = false
    /// Whether a debugger is attached.
    private var isDebugged = false
    private var secondsInForeground = 0

    /// Begins a run.
    ///
    /// - Returns: How far it went back.
    mutating func launch(inForeground: Bool, isDebugged: Bool) -> LadderStep {
        (isInForeground, self.isDebugged) = (inForeground, isDebugged)
        (isHealthy, secondsInForeground) = (false, 0)
        let step = step
        active =
            switch step {
            case .newest: newest
            case .safe: safe
            case .defaults: nil
            }
        return step
    }

    private var step: LadderStep {
        guard let newest else { return .newest }
        let count = crashes[newest, default: 0]
        if count < 3 { return .newest }
        guard let safe else { return .defaults }
        if safe == newest { return count < 4 ? .newest : .defaults }
        return count + crashes[safe, default: 0] < 4 ? .safe : .defaults
    }

    /// A newer document arrives and is activated.
    mutating func activate(_ document: Int) {
        (newest, active) = (document, document)
        (isHealthy, secondsInForeground) = (false, 0)
        crashes = crashes.filter { $0.key == safe }
    }

    /// Time passes.
    ///
    /// - Returns: Whether the run becomes healthy.
    mutating func pass(seconds: Int) -> Bool {
        guard isInForeground, !isHealthy, newest != nil else { return false }
        secondsInForeground += seconds
        guard secondsInForeground >= 30 else { return false }
        isHealthy = true
        if let active { safe = active }
        // The proven document gets another chance, even if it wasn't active.
        if let safe { crashes[safe] = nil }
        return true
    }

    /// The process ends suddenly.
    ///
    /// - Returns: Whether that counts as a crash of the active document.
    mutating func end() -> Bool {
        guard let active, isCounted else { return false }
        crashes[active, default: 0] += 1
        return true
    }

    /// Whether a mark of this run is on disk.
    var isCounted: Bool { active != nil && isInForeground && !isHealthy && !isDebugged }
}

/// How far a client goes back when it starts.
enum LadderStep { case newest, safe, defaults }
