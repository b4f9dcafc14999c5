import FeatureToggles
import FeatureTogglesHTTP
import HTTPTypes
import Hummingbird

extension Router {
    /// Adds routes that evaluate the client's toggles for other programs, such as a Kotlin server or a web app.
    ///
    /// A real server runs this after authentication, because the requests name their users themselves.
    func addOFREP(_ client: ToggleClient) {
        let responder = OFREPResponder(client)
        post("ofrep/**") { request, _ -> Response in
            // Throws 413 for a larger body.
            let body = try await request.body.collect(upTo: OFREPResponder.maximumBodySize)
            let response = responder.response(
                to: OFREPResponder.Request(
                    method: request.method.rawValue,
                    path: request.uri.string,
                    ifNoneMatch: request.headers[.ifNoneMatch],
                    body: Array(body.readableBytesView)
                )
            )
            var headers = HTTPFields()
            for (name, value) in response.headers {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            return Response(
                status: HTTPResponse.Status(code: response.status),
                headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
            )
        }
    }
}
