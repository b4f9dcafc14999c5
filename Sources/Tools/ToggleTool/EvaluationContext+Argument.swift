import ArgumentParser
package import FeatureToggles
import FeatureTogglesOverrides

extension EvaluationContext {
    /// Reads an argument of `--context`, see ``set(_:)``.
    ///
    /// - Throws: `ValidationError` if it's invalid.
    package init(argument: String) throws {
        self.init()
        do throws(InputError) {
            try set(argument)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
