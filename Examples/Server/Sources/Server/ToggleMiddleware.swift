import FeatureToggles
import HTTPTypes
import Hummingbird

/// Adds toggles for the user of each request to its context.
///
/// A real server takes the user from the token or the session that its authentication has checked, and runs this
/// middleware after it.
struct ToggleMiddleware: RouterMiddleware {
    let client: ToggleClient

    func handle(
        _ request: Request,
        context: ToggleContext,
        next: (Request, ToggleContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        var user = EvaluationContext(targetingKey: request.headers.value(of: "X-User"))
        user["role"] = request.headers.value(of: "X-User-Role").map { .string($0) }
        context.toggles = client.scoped(to: user)
        return try await next(request, context)
    }
}

extension HTTPFields {
    /// Returns the value of a header, if the request has it.
    fileprivate func value(of name: String) -> String? {
        HTTPField.Name(name).flatMap { self[$0] }
    }
}
