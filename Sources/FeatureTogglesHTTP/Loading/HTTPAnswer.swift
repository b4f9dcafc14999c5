/// An answer that came as a whole.
struct HTTPAnswer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
}
