/// Tells the app about exposures, each once, away from the reads that cause them.
final class ExposureRecorder: Sendable {
    private let filter: ExposureFilter
    private let mailbox: AsyncStream<(hash: UInt64, exposure: Exposure)>.Continuation
    private let delivery: Task<Void, Never>

    /// Creates a recorder that delivers until it is gone.
    init(
        capacity: Int = ExperimentConfiguration.rememberedExposures,
        handler: @escaping @Sendable (Exposure) async -> Void
    ) {
        filter = ExposureFilter(capacity: capacity)
        // One that finds no room is forgotten and thus reported at a later read.
        let (stream, continuation) = AsyncStream<(hash: UInt64, exposure: Exposure)>
            .makeStream(bufferingPolicy: .bufferingOldest(capacity))
        mailbox = continuation
        delivery = Task {
            for await (_, exposure) in stream { await handler(exposure) }
        }
    }

    deinit {
        // What is in the mailbox is still delivered.
        mailbox.finish()
    }

    /// Records an exposure.
    ///
    /// One that was recorded before costs a look into the filter.
    ///
    /// - Parameters:
    ///   - hash: Identifies toggle, variant and targeting key.
    ///   - exposure: Makes the exposure, when it is new.
    @inline(__always)
    func record(_ hash: UInt64, _ exposure: () -> Exposure) {
        if !filter.contains(hash) { deliver(hash, exposure()) }
    }

    @inline(never)
    private func deliver(_ hash: UInt64, _ exposure: Exposure) {
        guard filter.insert(hash) else { return }
        if case .dropped = mailbox.yield((hash, exposure)) { filter.remove(hash) }
    }
}
