import Testing

@testable import ToggleManifest

struct EnvironmentTests {
    @Test func environmentsAreRead() throws {
        let environments = try ManifestParsingTests.manifest(
            """
            schema: 1
            namespace: App
            environments:
              production:
                document: s3://flags/shop.json
                confirm: reason
                endpoint: https://minio.example.com
                audience: shop
                keys: production.public.pem
                second_signature: [ada.public.pem, bob.public.pem]
                notify: https://flags.example.com/notify
              staging: { document: ./staging.json }
            toggles:

            """
        )
        .environments
        var production = ManifestEnvironment(name: "production", document: "s3://flags/shop.json")
        production.needsReason = true
        production.endpoint = "https://minio.example.com"
        production.audience = "shop"
        production.keys = ["production.public.pem"]
        production.secondSignature = ["ada.public.pem", "bob.public.pem"]
        production.notify = ["https://flags.example.com/notify"]
        #expect(environments == [production, ManifestEnvironment(name: "staging", document: "./staging.json")])
    }

    static let cases: [(fields: String, expected: String)] = [
        (
            "environments: []",
            "3:15: ‘environments’ is a list, but should be a mapping: a line ‘production:’ with ‘document: s3://bucket/flags.json’ below it, for each environment"
        ),
        (
            "environments: { a: b }",
            "3:20: ‘a’ is text, but should be a mapping with ‘document’, ‘confirm’, ‘endpoint’, ‘audience’, ‘keys’, ‘second_signature’ and ‘notify’; write ‘a: { document: s3://bucket/flags.json }’"
        ),
        (
            "environments: { a: {} }",
            "3:17: the environment ‘a’ has no ‘document’; write ‘document: s3://bucket/flags.json’"
        ),
        (
            "environments: { a/b: { document: x } }",
            "3:17: ‘a/b’ is not a name of an environment; write 1 to 64 letters, digits, ‘-’, ‘_’ and ‘.’, beginning with a letter"
        ),
        (
            "environments: { a: { document: x, confrim: reason } }",
            "3:35: ‘confrim’ is not a field of an environment; did you mean ‘confirm’?"
        ),
        (
            "environments: { a: { document: x, zzz: 1 } }",
            "3:35: ‘zzz’ is not a field of an environment; the fields are ‘document’, ‘confirm’, ‘endpoint’, ‘audience’, ‘keys’, ‘second_signature’ and ‘notify’"
        ),
        (
            "environments: { a: { document: x, confirm: yes } }",
            "3:44: ‘yes’ cannot confirm a publication; write ‘reason’"
        ),
        (
            "environments: { a: { document: 5 } }",
            "3:32: ‘document’ in ‘a’ is an integer, but should be the address of the document, such as ‘s3://bucket/flags.json’"
        ),
        (
            "environments: { a: { document: 'htps://b/k' } }",
            "3:32: the scheme ‘htps’ is not supported in ‘document’; did you mean ‘https’?"
        ),
        (
            "environments: { a: { document: 'https://me:secret@host/k' } }",
            "3:32: ‘document’ in ‘a’ contains a name or a password, which belong in the environment of the command; remove them"
        ),
        (
            "environments: { a: { document: x, endpoint: minio } }",
            "3:45: ‘minio’ is not a URL; write a URL, such as ‘https://minio.example.com’"
        ),
        (
            "environments: { a: { document: x, notify: [ftp://a] } }",
            "3:43: ‘ftp://a’ is not a URL; write it with https://"
        ),
        (
            "environments: { a: { document: x, second_signature: [] } }",
            "3:53: ‘second_signature’ in ‘a’ should be a list of public keys or their files, such as ‘[ada.public.pem]’"
        ),
        ("enviroments: {}", "3:1: ‘enviroments’ is not a field of a toggles.yaml; did you mean ‘environments’?"),
    ]

    @Test(arguments: cases)
    func problemsAreReported(fields: String, expected: String) {
        let result = Manifest.parse("schema: 1\nnamespace: App\n\(fields)\ntoggles:\n", path: "t")
        #expect(result.manifest == nil)
        #expect(
            result.diagnostics.map { "\($0.range.start.line):\($0.range.start.column): \($0.message)" } == [expected]
        )
    }
}
