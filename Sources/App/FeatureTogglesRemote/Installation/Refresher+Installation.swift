import FeatureToggles
import ToggleBase

extension Refresher {
    /// Stores the identifier of the installation in the background, if it's new.
    func storeInstallationSoon() {
        guard let installation, !installation.isStored else { return }
        environment.background { [weak self] in
            do throws(DurableFileError) {
                let problem = try installation.store().map { path in
                    ToggleProblem(
                        source: .remote,
                        origin: installation.path,
                        message: """
                            The file was damaged and is kept as \(path). Users without a targeting key get a new one, and \
                            so possibly other variants.
                            """
                    )
                }
                self?.exchangeInstallation(problem: problem)
            } catch {
                self?.update { state in
                    state.facts[problemOf: .installation] = ToggleProblem(
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
    /// - Returns: The new identifier, or `nil` if the client doesn't keep one.
    func resetInstallation() throws(DurableFileError) -> InstallationID? {
        guard let installation else { return nil }
        let id = try installation.reset()
        exchangeInstallation()
        return id
    }

    /// Replaces the targeting key of the ambient context, if it's a former identifier.
    private func exchangeInstallation(problem: ToggleProblem? = nil) {
        update { $0.facts[problemOf: .installation] = problem }
        // Every change of the context applies the current identifier.
        let context = facts.context
        if installation?.completed(context) != context { changeContext { $0 } }
    }
}
