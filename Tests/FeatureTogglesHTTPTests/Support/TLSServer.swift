import Foundation
import Testing

/// An encrypted server that `openssl s_server` is, with a certificate made for the occasion.
final class TLSServer {
    /// What is wrong with the certificate, besides that nobody knows its authority.
    enum Flaw: String, CaseIterable {
        case none, expired, otherHost
    }

    /// Where `openssl` is, if it is installed.
    static let tool = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The document's URL.
    let url: URL
    /// The certificate in PEM, which is its own authority.
    let certificate: [UInt8]
    private let folder: URL
    private let process: Process

    /// Held while a process is started and waited for: one that is started meanwhile may inherit what says that the first has
    /// ended, and as a server keep it open.
    private static let starting = NSLock()

    init(_ flaw: Flaw) throws {
        Self.starting.lock()
        defer { Self.starting.unlock() }
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
        let host = flaw == .otherHost ? "DNS:flags.example.com" : "IP:127.0.0.1"
        try Self.run(
            tool,
            "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out request.pem -subj /CN=test "
                + "-addext subjectAltName=\(host)",
            in: folder
        )
        try Self.run(
            tool,
            "ca -batch -selfsign -config ca.cnf -keyfile key.pem -in request.pem -out certificate.pem -notext "
                + "-startdate 20200101000000Z -enddate \(flaw == .expired ? "20200102000000Z" : "21000101000000Z")",
            in: folder
        )
        certificate = Array(try Data(contentsOf: folder.appending(path: "certificate.pem")))
        process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = "s_server -accept 127.0.0.1:0 -HTTP -key key.pem -cert certificate.pem".split(
            separator: " "
        )
        .map(String.init)
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // It says its port in a line such as "ACCEPT 127.0.0.1:34567".
        var text = ""
        while text.firstRange(of: "ACCEPT 127.0.0.1:") == nil || !text.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "openssl ended: \(text)")
            text += String(decoding: more, as: UTF8.self)
        }
        let start = try #require(text.firstRange(of: "ACCEPT 127.0.0.1:")).upperBound
        let port = text[start...].prefix { $0.isNumber }
        url = try #require(URL(string: "https://127.0.0.1:\(port)/flags.json"))
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ tool: String, _ arguments: String, in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(arguments)")
    }
}
