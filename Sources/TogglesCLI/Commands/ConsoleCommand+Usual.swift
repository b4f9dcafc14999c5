import ToggleCompanions
import ToggleConsoleTool

extension ConsoleCommand {
    /// The command with arguments that are understood already.
    init(_ arguments: ConsoleArguments) {
        var manifest = ManifestOptions()
        manifest.manifest = arguments.manifest
        var client = ClientOptions()
        client.defaults = arguments.defaults
        client.remote = arguments.remote
        client.context = []
        client.manifest = manifest
        self.init()
        readonly = arguments.readonly
        json = arguments.json
        plain = arguments.plain
        noMouse = arguments.noMouse
        color = .auto
        theme = nil
        ascii = arguments.ascii
        ambiguousWide = false
        accessible = false
        environment = nil
        resetTerminal = false
        compile = false
        options = client
    }

    /// Runs the command when its arguments are the usual ones, with `toggles-console` where that can show it.
    ///
    /// - Returns: Whether it ran.
    static func runUsual(_ arguments: [String]) throws -> Bool {
        let request = ConsoleHandover.takeRequest()
        guard arguments.dropFirst().first == "console",
            let usual = ConsoleArguments(arguments.dropFirst(2))
        else { return false }
        #if OVERRIDES
        if usual.areLocal, request != .doAll {
            // Asked for by toggles-console, which is left in its place and takes a third of the memory.
            if request == .compile { try ConsoleCommand(usual).options.compileManifest() }
            ConsoleHandover.handOver(
                Array(arguments.dropFirst(2)),
                for: request == .compile ? .showCompiled : nil
            )
        }
        #endif
        try ConsoleCommand(usual).run()
        return true
    }
}
