import Foundation
import Testing
import ToggleTool

@testable import TogglesRemoteCLI

struct S3SettingsTests {
    private static let keys = ["AWS_ACCESS_KEY_ID": "AKIA1", "AWS_SECRET_ACCESS_KEY": "secret-1"]

    private static let files = [
        "/home/ada/.aws/credentials": """
        [default]
        aws_access_key_id = AKIADEFAULT
        aws_secret_access_key = secret-default
        # A comment
        [flags]
        aws_access_key_id=AKIAFLAGS
        aws_secret_access_key=secret-flags
        aws_session_token=token-flags
        """,
        "/home/ada/.aws/config": """
        [default]
        region = eu-west-1

        [profile flags]
        region = eu-central-1
        endpoint_url = https://store.example.com:9000
        s3 =
          addressing_style = virtual
        [profile role]
        role_arn = arn:aws:iam::1:role/flags
        """,
    ]

    private func settings(_ environment: [String: String], endpoint: String? = nil) throws -> S3Settings {
        try S3Settings(
            environment: environment.merging(["HOME": "/home/ada"]) { $1 },
            endpoint: endpoint
        ) { Self.files[$0] }
    }

    private func message(_ environment: [String: String], endpoint: String? = nil) -> String {
        do {
            _ = try settings(environment, endpoint: endpoint)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func variablesTakePrecedence() throws {
        let settings = try settings(
            Self.keys.merging(["AWS_PROFILE": "flags", "AWS_SESSION_TOKEN": "token-1", "AWS_REGION": "us-west-2"]) {
                $1
            }
        )
        #expect(settings.accessKey == "AKIA1")
        #expect(settings.secretKey == "secret-1")
        #expect(settings.sessionToken == "token-1")
        #expect(settings.region == "us-west-2")
    }

    @Test func profilesComeFromBothFiles() throws {
        let standard = try settings([:])
        #expect(standard.accessKey == "AKIADEFAULT")
        #expect(standard.region == "eu-west-1")
        let flags = try settings(["AWS_PROFILE": "flags"])
        #expect(flags.accessKey == "AKIAFLAGS")
        #expect(flags.sessionToken == "token-flags")
        #expect(flags.region == "eu-central-1")
        #expect(
            flags.url(bucket: "b", key: "a/ü.json")?.absoluteString
                == "https://b.store.example.com:9000/a/%C3%BC.json"
        )
    }

    @Test func problemsAreExplained() {
        #expect(
            message(["AWS_PROFILE": "none"]).hasPrefix("The profile ‘none’, which AWS_PROFILE names, is neither in")
        )
        #expect(message(["AWS_PROFILE": "role"]).contains("aws configure export-credentials --profile role"))
        #expect(
            message(["AWS_ACCESS_KEY_ID": "AKIA1"]) == "AWS_ACCESS_KEY_ID also needs AWS_SECRET_ACCESS_KEY."
        )
        #expect(message(Self.keys, endpoint: "store:9000").contains("is not the endpoint of an object storage"))
        let unknown = message(Self.keys.merging(["AWS_CONFIG_FILE": "/none"]) { $1 })
        #expect(unknown == "The bucket's region is unknown; set AWS_REGION, such as eu-central-1.")
        #expect(
            message(["AWS_SHARED_CREDENTIALS_FILE": "/none", "AWS_CONFIG_FILE": "/none"])
                .hasPrefix("There are no credentials for the bucket;")
        )
    }

    @Test(arguments: [
        ("flags", nil, "https://flags.s3.eu-west-1.amazonaws.com/a%20b/c.json"),
        ("flags.example.com", nil, "https://s3.eu-west-1.amazonaws.com/flags.example.com/a%20b/c.json"),
        ("flags", "http://127.0.0.1:9000", "http://127.0.0.1:9000/flags/a%20b/c.json"),
        ("flags", "https://store.example.com/base/", "https://store.example.com/base/flags/a%20b/c.json"),
    ])
    func objectsHaveURLs(bucket: String, endpoint: String?, url: String) throws {
        let settings = try settings(Self.keys, endpoint: endpoint)
        #expect(settings.url(bucket: bucket, key: "a b/c.json")?.absoluteString == url)
    }
}
