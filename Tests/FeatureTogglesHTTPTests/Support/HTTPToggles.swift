import Foundation

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The toggles of clients that follow a loopback server.
enum HTTPToggles {
    static let registry = ToggleRegistry(namespace: "HTTPToggles") { toggles in
        toggles.add(ops: .pageSize, details: ToggleDetails(description: "Results per page.", owner: "search"))
        toggles.add(ops: .isFast, details: ToggleDetails(description: "Search from memory.", owner: "search"))
    }
}

extension OpsToggle where Value == Int {
    static let pageSize = OpsToggle(
        "page_size",
        id: ToggleIdentifier.make(category: .ops, type: .int, key: "page_size"),
        default: 20
    )
}

extension OpsToggle where Value == Bool {
    static let isFast = OpsToggle(
        "is_fast",
        id: ToggleIdentifier.make(category: .ops, type: .bool, key: "is_fast"),
        default: false
    )
}

extension RefreshPolicy {
    /// A policy that polls ten times a second, times out after half a second, and retries soon.
    static let hasty = RefreshPolicy(
        minimumFetchInterval: .zero,
        pollInterval: .milliseconds(100),
        streamingPollInterval: nil,
        timeout: .milliseconds(500),
        initialBackOff: .milliseconds(100),
        maximumBackOff: .milliseconds(200),
        maximumFetchesPerHour: nil,
        silenceLimit: .seconds(1),
        spread: .zero
    )
}

extension ToggleClient {
    /// Returns a client that follows a source.
    static func following(
        _ source: any RemoteSource,
        _ policy: RefreshPolicy = .hasty,
        verifier: (any DocumentVerifier)? = nil,
        environment: RefreshEnvironment = .process
    ) -> ToggleClient {
        ToggleClient(
            registries: [HTTPToggles.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: policy, cache: .none, verifier: verifier),
            context: EvaluationContext(),
            environment: environment
        )
    }

    /// Waits until the page size has a value.
    func until(pageSize: Int) async {
        for await value in updates(of: .pageSize) where value == pageSize { return }
    }

    /// Waits until the state meets a condition, and returns the state.
    @discardableResult
    func until(_ isWanted: @escaping @Sendable (RemoteState) -> Bool) async -> RemoteState? {
        // Not `remoteStates()`, which omits changes of only the times.
        let changes = changes()
        if let state = remoteState, isWanted(state) { return state }
        for await _ in changes {
            if let state = remoteState, isWanted(state) { return state }
        }
        return nil
    }
}
