import FeatureToggles

extension Refresher {
    /// Stores the identifier of the installation in the background, if it's new.
    func storeInstallationSoon() {
        guard let installation, !installation.isStored else { return }
        environment.background { [weak self] in
            do throws(SharedFile.Failure) {
                let (change, damaged) = try installation.store()
                let problem = damaged.map { path in
                    ToggleProblem(
                        source: .remote,
                        origin: installation.path,
                        message: """
                            The file was damaged and is kept as \(path). Users without a targeting key get a new one, and \
                            so possibly other variants.
                            """
                    )
                }
                self?.exchangeInstallation(change, problem: problem)
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
    private func exchangeInstallation(_ change: InstallationKeeper.Change, problem: ToggleProblem? = nil) {
        publish { $0[problemOf: .installation] = problem }
        guard change.before != change.after else { return }
        changeContext { context in
            guard context.targetingKey == change.before.description else { return context }
            var context = context
            context.targetingKey = change.after.description
            return context
        }
    }
}
