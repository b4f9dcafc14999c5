import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// The command `toggles fetch`.
struct FetchCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration { FetchArguments.configuration }

    @OptionGroup var arguments: FetchArguments

    func run() async throws { try await arguments.run() }
}

extension FetchArguments {
    fileprivate func run() async throws {
        let address = try RemoteAddress(url)
        try address.requireObject(url, for: endpoint)
        let usesContext = if case .ofrep = address { true } else { false }
        if context.given != nil, !usesContext {
            ToolOutput.note("--context is ignored: only OFREP servers (ofrep+https:) use it.")
        }
        let transport = HeadKeepingTransport(try RemoteAddress.httpTransport(ProcessEnvironment.current))
        let source = try source(at: address, over: transport)
        let result: Result<RemoteDocument?, RemoteSourceError>
        do throws(RemoteSourceError) {
            result = .success(
                try await source.fetch(RemoteRequest(context: context.given ?? EvaluationContext()))
            )
        } catch {
            result = .failure(error)
        }
        let report = FetchReport(name: source.name, head: transport.head, result: result)
        if raw {
            guard case .success(let document?) = result else { throw ToolError.usage(report.failure ?? "") }
            ToolOutput.write(document: document.text)
            return
        }
        if json {
            ToolOutput.print(json: report.json)
        } else {
            ToolOutput.print(lines: report.lines.joined(separator: "\n"))
        }
        if let failure = report.failure { throw ToolError.usage(json ? "" : failure) }
        if report.hasFindings { throw ToolError.findings }
    }

    private func source(at address: RemoteAddress, over transport: any HTTPTransport) throws -> any RemoteSource {
        switch address {
        case .file(let path): FileRemoteSource(path: path)
        case .http(let text): HTTPRemoteSource(url: try url(text), options: try options(), transport: transport)
        case .ofrep(let text): OFREPRemoteSource(baseURL: try url(text), options: try options(), transport: transport)
        case .s3, .etcd:
            try address.storeSource(self.url, endpoint: endpoint, environment: ProcessEnvironment.current)
        }
    }

    private func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty else {
            throw ToolError.usage("‘\(self.url)’ is not a valid URL; write https://host/path, with %20 for a space.")
        }
        if let password = url.password(percentEncoded: false) {
            ToolOutput.hide(password)
            let user = url.user(percentEncoded: false) ?? ""
            ToolOutput.hide(Data("\(user):\(password)".utf8).base64EncodedString())
        }
        return url
    }

    /// Parts of the names of header fields whose values are never printed.
    private static let credentials = ["auth", "cookie", "token", "key", "secret", "password", "session", "signature"]

    private func options() throws -> HTTPOptions {
        guard timeout > 0, timeout <= 86_400 else {
            throw ToolError.usage("--timeout must be a number of seconds, more than 0 and at most 86400.")
        }
        let timeout = Duration.milliseconds(Int64(self.timeout * 1_000))
        var options = HTTPOptions(responseTimeout: timeout, timeout: timeout)
        for field in header {
            let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ToolError.usage("‘\(field)’ is not a header field; write --header 'Name: value'.")
            }
            let (name, value) = (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
            options.headers.append(name: name, value: value)
            let words = name.lowercased()
            guard Self.credentials.contains(where: { words.firstRange(of: $0) != nil }) else { continue }
            // With its scheme, such as ‘Bearer’, and without.
            for secret in [value] + value.split(separator: " ").dropFirst().map(String.init) { ToolOutput.hide(secret) }
        }
        let environment = ProcessInfo.processInfo.environment
        if let token {
            guard let value = environment[token], !value.isEmpty else {
                throw ToolError.usage("The environment has no variable ‘\(token)’; --token takes a variable's name.")
            }
            ToolOutput.hide(value)
            options.credentials = .bearer { value }
        } else if let value = environment["TOGGLES_TOKEN"], !value.isEmpty {
            ToolOutput.hide(value)
            options.credentials = .bearer { value }
        }
        return options
    }
}
