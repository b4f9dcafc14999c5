import Testing
import ToggleTool

struct RemoteAddressTests {
    @Test(
        arguments: [
            ("flags.json", .file("flags.json")), ("/etc/flags.json", .file("/etc/flags.json")),
            ("./a:b.json", .file("./a:b.json")), ("c:flags.json", .file("c:flags.json")),
            ("file:flags.json", .file("flags.json")), ("file:/etc/f", .file("/etc/f")),
            ("file:///etc/f%20g", .file("/etc/f g")), ("FILE://localhost/etc/f", .file("/etc/f")),
            ("https://host/f?a#b", .http("https://host/f?a#b")), ("HTTP://host", .http("http://host")),
            ("ofrep+https://host/base", .ofrep("https://host/base")), ("OFREP+http://host", .ofrep("http://host")),
        ] as [(String, RemoteAddress)]
    )
    func schemeSelectsSource(text: String, address: RemoteAddress) throws {
        #expect(try RemoteAddress(text) == address)
    }

    @Test(
        arguments: [
            ("", "The address is empty; write a path or a URL such as https://host/flags.json."),
            (
                "ftp://host/f",
                "The scheme ‘ftp:’ is not supported; write a path, https://host/flags.json, s3://bucket/flags.json, etcd://host:2379/flags.json or ofrep+https://host."
            ),
            ("file://host/f", "‘file://host/f’ is not a local file; write file:///path/flags.json."),
            ("file:", "‘file:’ is not a local file; write file:///path/flags.json."),
            ("file:///a%zz", "‘file:///a%zz’ is not a local file; write file:///path/flags.json."),
            ("file:///a%00", "‘file:///a%00’ is not a local file; write file:///path/flags.json."),
            ("file:///a%2", "‘file:///a%2’ is not a local file; write file:///path/flags.json."),
        ]
    )
    func invalidAddressesAreRejected(text: String, message: String) {
        let failure = #expect(throws: ToolError.self) { try RemoteAddress(text) }
        #expect(failure?.description == message)
    }

    @Test(
        arguments: [
            ("https://ada:s3cret@host/f?x=a@b", "https://host/f?x=a@b"),
            ("‘https://ada@host’ and", "‘https://host’ and"),
            ("a://b:c@d b://e@f", "a://d b://f"), ("http://host/ada@home", "http://host/ada@home"), ("://@", "://"),
            ("mail ada@home", "mail ada@home"), ("ofrep+https://a:b@c@d:1", "ofrep+https://d:1"), ("", ""),
        ]
    )
    func userInfoIsRemoved(text: String, result: String) {
        #expect(text.withoutUserInfo == result)
    }
}
