/// An answer that came as a whole.
package struct HTTPAnswer: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: [UInt8]
}
