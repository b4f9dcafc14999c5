extension ToggleClient {
    /// Lets time go by for values that change with the time alone, in steps of a second; otherwise nothing runs.
    ///
    /// Called whenever the state has changed, while that is held.
    func letTimeGoBy(isNeeded: Bool) {
        followers.withLock { followers in
            guard isNeeded != (followers.clock != nil) else { return }
            followers.clock?.cancel()
            followers.clock = nil
            guard isNeeded else { return }
            let sleep = sleep
            followers.clock = Task { [weak self] in
                while !Task.isCancelled {
                    await sleep(1)
                    guard !Task.isCancelled, let self else { return }
                    // Resolving again takes the time that it is by then.
                    update { _ in }
                }
            }
        }
    }
}
