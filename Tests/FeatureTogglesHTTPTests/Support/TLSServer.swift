// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import Testing

/// A TLS server: `openssl s_server` with a newly created certificate.
final class TLSServer {
    /// A flaw of the certificate, in addition to its unknown authority.
    enum Flaw: String, CaseIterable {
        case none, expired, otherHost
    }

    /// The path of `openssl`, if it is installed.
    static let tool = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The document's URL.
    let url: URL
    /// The certificate in PEM, which is its own authority.
    let certificate: [UInt8]
    private let folder: URL
    private let process: Process

    /// Starts servers one after another, outside of tasks: tasks have only as many threads as the processor has cores,
    /// and all tests stop while these threads wait for a process.
    private static let starter = DispatchQueue(label: "TLSServer.starter")

    // Creates the certificate and then becomes the server, in a single shell whose output the test waits for.
    private static let script = """
        set -e
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out request.pem -subj /CN=test \
            -addext "subjectAltName=$HOST"
        openssl ca -batch -selfsign -config ca.cnf -keyfile key.pem -in request.pem -out certificate.pem -notext \
            -startdate 20200101000000Z -enddate "$END"
        exec openssl s_server -accept 127.0.0.1:0 -HTTP -key key.pem -cert certificate.pem
        """

    /// Starts a server.
    ///
    /// - Throws: An error if `openssl` fails.
    static func started(_ flaw: Flaw) async throws -> TLSServer {
        try await withCheckedThrowingContinuation { continuation in
            starter.async { continuation.resume(with: Result { try TLSServer(flaw) }) }
        }
    }

    private init(_ flaw: Flaw) throws {
        let tool = try #require(Self.tool)
        folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let body = document(pageSize: 1)
        let files = [
            "flags.json": "HTTP/1.0 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
            "index.txt": "",
            "ca.cnf": """
            [ca]
            default_ca = own
            [own]
            database = index.txt
            rand_serial = yes
            new_certs_dir = .
            default_md = sha256
            policy = policy
            copy_extensions = copy
            [policy]
            commonName = supplied
            """,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script]
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "\((tool as NSString).deletingLastPathComponent):/usr/bin:/bin",
            "HOST": flaw == .otherHost ? "DNS:flags.example.com" : "IP:127.0.0.1",
            "END": flaw == .expired ? "20200102000000Z" : "21000101000000Z",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The output contains the port in a line such as "ACCEPT 127.0.0.1:34567".
        var text = ""
        while text.firstRange(of: "ACCEPT 127.0.0.1:") == nil || !text.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "openssl ended: \(text)")
            text += String(decoding: more, as: UTF8.self)
        }
        let start = try #require(text.firstRange(of: "ACCEPT 127.0.0.1:")).upperBound
        let port = text[start...].prefix { $0.isNumber }
        url = try #require(URL(string: "https://127.0.0.1:\(port)/flags.json"))
        certificate = Array(try Data(contentsOf: folder.appending(path: "certificate.pem")))
    }

    deinit {
        // Not SIGTERM, which the process may have inherited blocked from the thread that started it.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }
}
#endif
