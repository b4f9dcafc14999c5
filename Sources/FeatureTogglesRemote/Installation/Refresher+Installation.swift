import FeatureToggles

extension Refresher {
    /// Stores the identifier of the installation in the background, if it's new.
    func storeInstallationSoon() {
        guard let installation, !installation.isStored else { return }
        environment.background { [weak self] in
            do throws(SharedFile.Failure) {
                let change = try installation.store()
                self?.exchangeInstallation(change)
            } catch {
                self?.publish { facts in
                    facts[problemOf: .installation] = ToggleProblem(
                        source: .remote,
                        origin: error.path,
                        message: """
                            \(error.message) Until that works, users without a targeting key get another one at each \
                            launch, and so possibly other variants.
                            """
                    )
                }
            }
        }
    }

    /// Replaces the identifier of the installation.
    ///
    /// - Returns: The new identifier, or `nil` if there is none.
    func resetInstallation() throws(SharedFile.Failure) -> InstallationID? {
        guard let installation else { return nil }
        let change = try installation.reset()
        exchangeInstallation(change)
        return change.after
    }

    /// Replaces the targeting key of the ambient context, if it's the identifier.
    private func exchangeInstallation(_ change: (before: InstallationID, after: InstallationID)) {
        publish { $0[problemOf: .installation] = nil }
        guard change.before != change.after else { return }
        changeContext { context in
            guard context.targetingKey == change.before.description else { return context }
            var context = context
            context.targetingKey = change.after.description
            return context
        }
    }
}
