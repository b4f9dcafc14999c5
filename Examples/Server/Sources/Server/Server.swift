import FeatureToggles
import FeatureTogglesRemote
import Hummingbird

/// A server that answers `/checkout` and `/orders` according to the toggles of the user, and OFREP requests of other
/// programs.
///
/// Run it with a port and the path of a remote document: `Server 8080 flags.json`
@main
struct Server {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let port = arguments.count > 1 ? Int(arguments[1]) ?? 8080 : 8080
        let path = arguments.count > 2 ? arguments[2] : "flags.json"
        // One client for the whole process. The ambient context describes the server, not the users.
        let client = ToggleClient(
            registries: [AppToggles.registry],
            // Requests without a user get the defaults, not the variants of this machine's identifier.
            remote: RemoteConfiguration(FileRemoteSource(path: path), installationID: .off),
            context: EvaluationContext(attributes: ["service": "shop"])
        )
        let application = Application(
            router: router(client),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        )
        // Returns after SIGTERM or SIGINT, once open requests are answered.
        try await application.runService()
    }

    private static func router(_ client: ToggleClient) -> Router<ToggleContext> {
        let router = Router(context: ToggleContext.self)
        router.add(middleware: ToggleMiddleware(client: client))
        router.get("checkout") { _, context -> String in
            Checkout(toggles: context.toggles).page
        }
        router.get("orders") { _, context -> String in
            guard context.toggles.isEnabled(.adminTools) else { throw HTTPError(.forbidden) }
            return "all orders\n"
        }
        // For load balancers: the server can answer with any state of its remote config.
        router.get("health") { _, _ -> String in
            "\(client.remoteState?.status.rawValue ?? "none")\n"
        }
        router.addOFREP(client)
        return router
    }
}

/// Logic that neither knows requests nor users.
struct Checkout {
    let toggles: any FeatureToggle

    var page: String {
        toggles.isEnabled(.onePageCheckout) ? "one-page checkout\n" : "three-step checkout\n"
    }
}
