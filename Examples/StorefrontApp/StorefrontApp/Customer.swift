import FeatureToggles
import SwiftUI

extension EvaluationContext {
    /// The person who uses the app.
    ///
    /// Another app has the identifier of the account here, or a random identifier of the installation.
    static let customer = EvaluationContext(targetingKey: "person-with-the-app")
}

private struct CustomerKey: EnvironmentKey {
    static let defaultValue = EvaluationContext.customer
}

extension EnvironmentValues {
    /// The person for whom views read experiments and permissions.
    var customer: EvaluationContext {
        get { self[CustomerKey.self] }
        set { self[CustomerKey.self] = newValue }
    }
}
