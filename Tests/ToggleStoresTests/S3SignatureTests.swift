import Testing
import ToggleHTTP

@testable import TogglesRemoteCLI

/// The vectors that Amazon publishes for signature version 4.
struct S3SignatureTests {
    struct Vector: Sendable {
        let name: String
        var method = "GET"
        var path = "/"
        var headers: [HTTPHeaders.Field] = []
        let signature: String
    }

    /// The test suite of the signature, with its usual credentials.
    static let suite = [
        Vector(
            name: "get-vanilla",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        ),
        Vector(
            name: "post-vanilla",
            method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
        ),
        Vector(
            name: "get-header-key-duplicate",
            headers: ["value2", "value2", "value1"].map { HTTPHeaders.Field(name: "My-Header1", value: $0) },
            signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"
        ),
        Vector(
            name: "get-header-value-multiline",
            headers: ["value1", "value2", "value3"].map { HTTPHeaders.Field(name: "My-Header1", value: $0) },
            signature: "ba17b383a53190154eb5fa66a1b836cc297cc0a3d70a5d00705980573d8ff790"
        ),
        Vector(
            name: "get-unreserved",
            path: "/" + S3Signature.encoded("-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
            signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"
        ),
        Vector(
            name: "get-utf8",
            path: "/" + S3Signature.encoded("\u{1234}"),
            signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"
        ),
    ]

    @Test(arguments: suite)
    func matchesTestSuite(vector: Vector) {
        let signature = S3Signature(
            accessKey: "AKIDEXAMPLE",
            secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            region: "us-east-1",
            service: "service",
            time: 1_440_938_160
        )
        #expect(signature.timestamp == "20150830T123600Z")
        var headers: HTTPHeaders = ["Host": "example.amazonaws.com", "X-Amz-Date": signature.timestamp]
        for field in vector.headers { headers.append(name: field.name, value: field.value) }
        let text = signature.authorization(
            vector.method,
            path: vector.path,
            headers: headers,
            payloadHash: S3Signature.hash([])
        )
        #expect(text.hasSuffix("Signature=\(vector.signature)"), "\(vector.name)")
        #expect(text.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "))
    }

    private let object = S3Signature(
        accessKey: "AKIAIOSFODNN7EXAMPLE",
        secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
        time: 1_369_353_600
    )

    @Test func matchesExampleOfReading() {
        let hash = S3Signature.hash([])
        let text = object.authorization(
            "GET",
            path: "/test.txt",
            headers: [
                "Host": "examplebucket.s3.amazonaws.com", "Range": "bytes=0-9", "x-amz-content-sha256": hash,
                "x-amz-date": object.timestamp,
            ],
            payloadHash: hash
        )
        #expect(
            text == """
                AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, \
                SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, \
                Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41
                """
        )
    }

    @Test func matchesExampleOfWriting() {
        let hash = S3Signature.hash(Array("Welcome to Amazon S3.".utf8))
        let text = object.authorization(
            "PUT",
            path: "/" + S3Signature.encoded("test$file.text", keeping: "/"),
            headers: [
                "Date": "Fri, 24 May 2013 00:00:00 GMT", "Host": "examplebucket.s3.amazonaws.com",
                "x-amz-content-sha256": hash, "x-amz-date": object.timestamp,
                "x-amz-storage-class": "REDUCED_REDUNDANCY",
            ],
            payloadHash: hash
        )
        #expect(text.hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }
}
