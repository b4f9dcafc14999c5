import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// An error response of S3, which is a few elements of XML.
struct S3Failure {
    private let answer: StoreExchange.Answer
    /// The code, such as `NoSuchBucket`; empty without one.
    let code: String

    init(_ answer: StoreExchange.Answer) {
        self.answer = answer
        code = Self.element("Code", in: answer.body)
    }

    /// Returns the text of the first element with a name, up to a few hundred characters.
    private static func element(_ name: String, in body: [UInt8]) -> String {
        let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return "" }
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        let value = String(text[start.upperBound..<end.lowerBound].prefix(2_000))
        let plain = entities.reduce(value) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        return ServerWords(plain, limit: 300).description
    }

    /// Returns the error for people.
    func error(_ name: String, _ settings: S3Settings, now: Int64, isWrite: Bool) -> DocumentStoreError {
        let status = "HTTP \(answer.status)\(code.isEmpty ? "" : ", \(code)")"
        switch code {
        case "NoSuchBucket": return .refused("\(name): the bucket does not exist (\(status)).")
        case "InvalidAccessKeyId":
            return .refused(
                "\(name): the store does not know the access key (\(status)). Is it for another store or account?"
            )
        case "SignatureDoesNotMatch":
            return .refused(
                """
                \(name): the secret key does not belong to the access key, or something between changes requests \
                (\(status)).
                """
            )
        case "ExpiredToken", "TokenRefreshRequired", "InvalidToken":
            return .refused("\(name): the session token is expired or invalid (\(status)); get new credentials.")
        case "RequestTimeTooSkewed":
            let server = Self.element("ServerTime", in: answer.body)
            let theirs = server.isEmpty ? answer.headers["Date"] ?? "another time" : server
            let own = CalendarDate(secondsSince1970: now).map { "\($0)T\(SystemTime.clock(now))Z" } ?? "\(now)"
            return .refused(
                "\(name): this machine's clock says \(own), and the store's \(theirs); correct the clock (\(status))."
            )
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect":
            return .refused(redirect(name, settings, status))
        case "AccessDenied":
            return .refused(
                isWrite
                    ? "\(name): these credentials do not allow writing the object (\(status))."
                    : """
                    \(name): these credentials do not allow reading the object (\(status)). If it doesn't exist, the store \
                    says so only with the permission to list the bucket.
                    """
            )
        case "EntityTooLarge": return .refused("\(name): the store does not accept an object of this size (\(status)).")
        case "NotImplemented":
            return .refused("\(name): the store does not support conditional writes (\(status)).")
        case "SlowDown", "ServiceUnavailable", "TooManyRequests":
            return .unavailable("\(name): the store has no capacity at the moment (\(status)); try again later.")
        default: break
        }
        switch answer.status {
        case 301, 302, 307, 308: return .refused(redirect(name, settings, status))
        case 503, 429:
            return .unavailable("\(name): the store has no capacity at the moment (\(status)); try again later.")
        case 500... where isWrite:
            return .unknown("\(name): the store failed during the write (\(status)): it may have been done.")
        case 500...: return .unavailable("\(name): the store failed (\(status)).")
        default:
            let said = Self.element("Message", in: answer.body)
            return .refused("\(name): the store refuses (\(status)).\(said.isEmpty ? "" : " It says: \(said)")")
        }
    }

    private func redirect(_ name: String, _ settings: S3Settings, _ status: String) -> String {
        let header = answer.headers["x-amz-bucket-region"] ?? ""
        let region = header.isEmpty ? Self.element("Region", in: answer.body) : header
        let advice = region.isEmpty ? "set the bucket's region with AWS_REGION" : "set AWS_REGION=\(region)"
        return "\(name): the bucket is not in the region ‘\(settings.region)’ (\(status)); \(advice)."
    }
}
