import FeatureToggles

/// The gates of the app's windows, which follow them to the foreground and the background.
extension UpdatePolicy {
    /// Adds a gate that is in the foreground, without fetching the policy.
    func addGate(_ gate: ObjectIdentifier) {
        gatesInForeground.withLock { _ = $0.insert(gate) }
    }

    /// Follows a gate to the foreground and the background.
    ///
    /// The app is in the background if all of its gates are, because each window can have one.
    func setForeground(_ isInForeground: Bool, of gate: ObjectIdentifier) {
        if isInForeground {
            addGate(gate)
            enterForeground()
        } else if removeGate(gate) {
            enterBackground()
        }
    }

    /// Removes a gate from those in the foreground.
    ///
    /// - Returns: Whether it was the last one.
    @discardableResult
    func removeGate(_ gate: ObjectIdentifier) -> Bool {
        gatesInForeground.withLock { gates in gates.remove(gate) != nil && gates.isEmpty }
    }
}
