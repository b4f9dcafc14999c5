public import FeatureToggles
import FeatureTogglesRemote
import Foundation
import ToggleBase

/// Answers OFREP requests with the values of a client, for programs that can't evaluate its document themselves.
///
/// A responder turns a request into a response, and does nothing else: your server keeps its framework, its
/// authentication, and its limits. It serves every declared toggle except for release toggles, under the toggle's remote
/// parameter and its key. The request's context applies on top of the client's ambient one.
///
/// ```swift
/// let responder = OFREPResponder(client)
/// let response = responder.response(
///     to: OFREPResponder.Request(path: "/ofrep/v1/evaluate/flags/search_ranking", body: body)
/// )
/// ```
///
/// | status | when |
/// |---|---|
/// | 200 | the request was evaluated; a bulk response also contains the flags that have errors |
/// | 304 | `If-None-Match` contains the ETag of the bulk response |
/// | 400 | the body or the context is invalid, or the flag has an error |
/// | 404 | no toggle has the key, or the path isn't one of OFREP's |
/// | 405 | the method isn't `POST` |
/// | 500 | the client has a remote source, but no document yet |
///
/// A flag that is disabled, or that leaves its value to the code, is answered without `value`, so the caller's own
/// default applies.
///
/// - SeeAlso: https://openfeature.dev/specification/appendix-c/
public struct OFREPResponder: Sendable {
    /// The parts of an HTTP request that OFREP uses.
    public struct Request: Sendable, Hashable {
        /// The method.
        public var method: String
        /// The path, percent-encoded as received; anything before `/ofrep/v1/` and a query are ignored.
        public var path: String
        /// The value of the header field `If-None-Match`.
        public var ifNoneMatch: String?
        /// The body.
        public var body: [UInt8]

        /// Creates a request.
        public init(method: String = "POST", path: String, ifNoneMatch: String? = nil, body: [UInt8]) {
            self.method = method
            self.path = path
            self.ifNoneMatch = ifNoneMatch
            self.body = body
        }
    }

    /// The response to send.
    public struct Response: Sendable, Hashable {
        /// The status code.
        public var status: Int
        /// The header fields.
        public var headers: [String: String]
        /// JSON text in UTF-8, or empty.
        public var body: [UInt8]
    }

    /// The maximum size of a body in bytes: 64 KiB.
    ///
    /// A larger body is an invalid context. Let your framework stop reading at this size.
    public static let maximumBodySize = 1 << 16

    private static let path = "/ofrep/v1/evaluate/flags"

    private let client: ToggleClient

    /// Creates a responder.
    ///
    /// - Parameter client: The client whose toggles are served. Create it with `installationID: .off`, so that requests
    ///   without a targeting key aren't evaluated for this machine.
    public init(_ client: ToggleClient) {
        self.client = client
    }

    /// Returns the response to a request.
    ///
    /// The evaluation of a single experiment counts as a read: it assigns the variant and reports the exposure. A bulk
    /// evaluation doesn't, because the caller may never use most of the values.
    ///
    /// - Parameter request: The request, which may contain anything.
    /// - Returns: The response.
    /// - Complexity: O(*n*) in the size of the request, and in the number of toggles for a bulk evaluation, plus the
    ///   evaluated rules.
    public func response(to request: Request) -> Response {
        guard let rest = Self.rest(of: request.path) else {
            return .failure(404, [("errorDetails", "the path must be \(Self.path) or \(Self.path)/KEY")])
        }
        guard request.method == "POST" else {
            var response = Response.failure(405, [("errorDetails", "use POST instead of \(request.method.excerpt)")])
            response.headers["Allow"] = "POST"
            return response
        }
        let key = rest.isEmpty ? nil : rest
        let context: EvaluationContext
        do {
            context = try Self.context(in: request.body)
        } catch {
            return .failure(400, error, key)
        }
        let inventory = client.inventory
        if let state = inventory.remoteState, state.status == .notReady || state.status == .error {
            return .failure(500, [("errorDetails", "the server has no flags yet: \(state.why)")])
        }
        let evaluator = OFREPEvaluator(inventory, for: context)
        guard let key else { return Self.conditional(evaluator.bulkResponse, request.ifNoneMatch) }
        guard let index = evaluator.index(of: key) else {
            let error = EvaluationError(.flagNotFound, "the server has no flag ‘\(key.excerpt)’")
            return .failure(404, error, key)
        }
        let toggle = inventory.definitions[index]
        // Only a read assigns a variant, and the evaluator then finds it.
        if toggle.category == .experiment { _ = client.evaluation(of: toggle, for: context) }
        switch evaluator.answer(at: index, key: key) {
        case .success(let members): return Response(200, members)
        case .failure(let error): return .failure(400, error, key, metadata: evaluator.metadata(at: index))
        }
    }

    /// Returns what follows the path of bulk evaluations without its slash, decoded; `nil` for other paths.
    private static func rest(of path: String) -> String? {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        guard let range = path.range(of: Self.path) else { return nil }
        let rest = path[range.upperBound...]
        guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
        let key = String(rest.dropFirst())
        // Without valid encoding, no key matches.
        return key.removingPercentEncoding ?? key
    }

    /// Parses the context of a request.
    private static func context(in body: [UInt8]) throws(EvaluationError) -> EvaluationContext {
        guard body.count <= maximumBodySize else {
            let size = "the body has \(body.count) bytes, more than the \(maximumBodySize) allowed"
            throw EvaluationError(.invalidContext, size)
        }
        let json: JSONValue
        do {
            // The body and the context are two levels.
            json = try JSONReader(maximumDepth: EvaluationContext.maximumDepth + 2).value(from: body)
        } catch {
            throw EvaluationError(.parseError, "the body is not valid JSON: \(error.description)")
        }
        let expected = #"the body must be an object such as {"context": {"targetingKey": "ada"}}"#
        guard case .object(let members) = json else {
            throw EvaluationError(.invalidContext, "\(expected), not \(json.kindDescription)")
        }
        guard let context = members["context"] else {
            throw EvaluationError(.invalidContext, "\(expected); this one has no ‘context’")
        }
        guard case .object(let attributes) = context else {
            throw EvaluationError(.invalidContext, "‘context’ must be an object, not \(context.kindDescription)")
        }
        let targetingKey: String?
        switch attributes["targetingKey"] {
        case nil, .null?: targetingKey = nil
        case .string(let text)?: targetingKey = text
        case let other?:
            throw EvaluationError(.invalidContext, "‘targetingKey’ must be a string, not \(other.kindDescription)")
        }
        // If a name is repeated, its last value counts, as for any other object.
        var values = Dictionary(attributes.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        values["targetingKey"] = nil
        return EvaluationContext(targetingKey: targetingKey, attributes: values)
    }

    /// Adds an ETag to a response, or returns “not modified” if the request has it already.
    ///
    /// The ETag covers all values, so a change of the document, an override, or the time changes it, and the same values
    /// for another user don't have to be sent again.
    private static func conditional(_ response: Response, _ ifNoneMatch: String?) -> Response {
        var response = response
        let tag = response.body.withUnsafeBytes { ContentDigest($0).text }
        response.headers["ETag"] = "\"\(tag)\""
        let known = (ifNoneMatch ?? "").split(separator: ",").map { tag in
            var tag = tag.trimmingCharacters(in: .whitespaces)
            // Proxies that compress a response make its tag weak.
            if tag.hasPrefix("W/") { tag.removeFirst(2) }
            return tag.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        guard known.contains(tag) || known == ["*"] else { return response }
        response.status = 304
        response.headers["Content-Type"] = nil
        response.body = []
        return response
    }
}

extension OFREPResponder.Response {
    /// Creates a response with a JSON object.
    init(_ status: Int, _ members: JSONObject) {
        self.status = status
        headers = ["Content-Type": "application/json"]
        body = JSONWriter().bytes(.object(members))
    }

    /// Creates a response that contains only text.
    fileprivate static func failure(_ status: Int, _ texts: [(name: String, text: String)]) -> Self {
        Self(status, JSONObject(texts.map { JSONObject.Member(name: $0.name, value: .string($0.text)) }))
    }

    /// Creates a response with the error of a flag, or of all of them.
    fileprivate static func failure(
        _ status: Int,
        _ error: EvaluationError,
        _ key: String?,
        metadata: JSONObject = JSONObject()
    ) -> Self {
        var members = JSONObject(key.map { [JSONObject.Member(name: "key", value: .string($0))] } ?? [])
        members.add(error, metadata)
        return Self(status, members)
    }
}

extension StringProtocol {
    /// The text without what makes it long or unprintable, for an error.
    fileprivate var excerpt: String { String(prefix(80)).printable }
}
