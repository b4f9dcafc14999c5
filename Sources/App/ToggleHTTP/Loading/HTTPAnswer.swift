/// A complete response.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: [UInt8]
}
