/// Follows a remote source for a client, and publishes what the client reads.
///
/// The client depends only on this protocol, so that an app without remote config doesn't link it.
package protocol RemoteFollower: AnyObject, Sendable {
    /// The current facts, which are complete enough to resolve toggles as soon as the follower was created.
    var facts: RemoteFacts { get }

    /// Starts to follow the source.
    ///
    /// Called once, after the client has resolved its toggles with ``facts``.
    ///
    /// - Parameter publish: Receives all facts after each change. The calls may overlap, and may arrive out of order,
    ///   which ``RemoteFacts/version`` shows.
    func start(publishing publish: @escaping @Sendable (RemoteFacts) -> Void)

    /// Changes the ambient context, and publishes it together with the facts that apply to it.
    ///
    /// - Parameter change: Returns the new context for the current one, while no other change can happen.
    func changeContext(_ change: (EvaluationContext) -> EvaluationContext)

    /// Stops everything, because the client was released.
    func stop()
}
