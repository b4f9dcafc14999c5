import ArgumentParser
import Dispatch
import FeatureTogglesRemote
import FeatureTogglesSigning
import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// The command `toggles mirror`.
struct MirrorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration { MirrorArguments.configuration }

    @OptionGroup var arguments: MirrorArguments

    func run() async throws {
        let mirror = try arguments.mirror()
        if arguments.once {
            await mirror.update()
            switch mirror.health.state {
            case .current, .starting, .ended: return
            // The message is printed.
            case .rejected: throw ToolError.findings
            case .unwritable: throw ToolError.usage("")
            case .unreachable: ProcessEnvironment.exit(code: 4)
            }
        }
        // Before any other program is started, since that handles signals with their default action. A process with the
        // number 1, as in a container, only gets signals that it handles.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_IGN) }
        let work = Task { await mirror.run() }
        let signals = [SIGINT, SIGTERM].map { number in
            let signal = DispatchSource.makeSignalSource(signal: number, queue: .global())
            signal.setEventHandler {
                work.cancel()
                // In case that something doesn't react.
                DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { ProcessEnvironment.exit(code: 0) }
            }
            signal.activate()
            return signal
        }
        await work.value
        withExtendedLifetime(signals) {
            _ = CurlTransport.running.wait(timeout: .now() + 1)
        }
    }
}

extension MirrorArguments {
    fileprivate func mirror() throws -> Mirror {
        let address = try RemoteAddress(source)
        let variables = ProcessEnvironment.current
        try address.requireObject(source, for: endpoint)
        if events != nil, !source.lowercased().hasPrefix("http") {
            throw ToolError.usage("--events is only for http: and https: sources.")
        }
        let source: any RemoteSource
        switch address {
        case .file(let path):
            guard PathText.resolved(path) != PathText.resolved(file) else {
                throw ToolError.usage("‘\(file)’ is the source itself; name another file.")
            }
            source = FileRemoteSource(path: path)
        case .http: source = try httpSource(address, variables)
        case .s3, .etcd: source = try address.storeSource(self.source, endpoint: endpoint, environment: variables)
        case .ofrep: throw ToolError.usage("An OFREP server has values and no document to mirror.")
        }
        try ToolFiles.requireNoManifest(file)
        for path in [file] + [health].compactMap(\.self) {
            let folder = PathText.folder(of: PathText.absolute(FileWriting.target(of: path)))
            guard ToolFiles.exists(folder) else {
                throw ToolError.usage("The folder of ‘\(path)’ does not exist; create ‘\(folder)’ first.")
            }
        }
        let notifications = try notify.map { try Notification($0) }
        var verifier: SignedDocumentVerifier?
        if let environment {
            verifier = try SignedDocumentVerifier(
                environment: environment,
                audience: trust.audience,
                keys: TrustedKey.keys(key, trust)
            )
        }
        let seconds = interval ?? (source.announcesChanges ? 60 : 30)
        return try Mirror(
            from: source,
            to: MirroredFile(path: file),
            check: MirrorCheck(verifier: verifier, acceptedRevision: acceptRevision),
            interval: .milliseconds(Int64(seconds * 1_000)),
            healthPath: health,
            notify: {
                var failure: String?
                for notification in notifications {
                    do throws(DocumentStoreError) {
                        try await notification.send()
                    } catch {
                        failure = failure ?? error.message
                    }
                }
                return failure
            }
        ) { line, isProblem in
            let now = SystemTime.secondsSince1970
            let text = "\(SystemTime.clock(now))Z \(line)"
            if isProblem { ToolOutput.printError("\(text)") } else { ToolOutput.print("\(text)") }
        }
    }

    private func httpSource(_ address: RemoteAddress, _ variables: [String: String]) throws -> any RemoteSource {
        let url: URL
        do {
            url = try HTTPDocumentStore.url(address)
        } catch let error as DocumentStoreError {
            throw ToolError.usage(error.message)
        }
        var options = HTTPOptions(headers: try StoreCredentials(environment: variables).headers)
        options.identity = "mirror"
        return HTTPRemoteSource(
            url: url,
            events: try events.map { text in
                guard let events = URL(string: text, relativeTo: url) else {
                    throw ToolError.usage("‘\(text)’ is not a URL of events.")
                }
                return events
            },
            options: options,
            transport: try RemoteAddress.httpTransport(variables)
        )
    }
}
