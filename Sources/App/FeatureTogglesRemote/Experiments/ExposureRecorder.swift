import FeatureToggles

/// Reports exposures to the app, each once, outside of the reads that cause them.
final class ExposureRecorder: Sendable {
    private let filter: ExposureFilter
    private let mailbox: AsyncStream<(hash: UInt64, exposure: Exposure)>.Continuation
    private let delivery: Task<Void, Never>

    /// Creates a recorder that delivers until it is released.
    init(
        capacity: Int = ExperimentConfiguration.rememberedExposures,
        handler: @escaping @Sendable (Exposure) async -> Void
    ) {
        filter = ExposureFilter(capacity: capacity)
        // An exposure for which the buffer has no room is forgotten, and reported at a later read.
        let (stream, continuation) = AsyncStream<(hash: UInt64, exposure: Exposure)>
            .makeStream(bufferingPolicy: .bufferingOldest(capacity))
        mailbox = continuation
        delivery = Task {
            for await (_, exposure) in stream { await handler(exposure) }
        }
    }

    deinit {
        // Exposures in the mailbox are still delivered.
        mailbox.finish()
    }

    /// Records an exposure.
    ///
    /// A known exposure takes one lookup in the filter.
    ///
    /// - Parameters:
    ///   - hash: A hash of toggle, variant, and targeting key.
    ///   - exposure: A closure that creates the exposure if it is new.
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
