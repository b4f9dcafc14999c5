#if OVERRIDES
import ToggleBase

/// What a running client resolved, as read from its state file.
///
/// Members that are missing or of another type have no value, and unknown members are ignored, so that a file of a
/// later version of the package can be read as long as its format has the same version.
package struct StateFile: Sendable {
    /// A value, which may have been cut off.
    package enum Value: Sendable, Hashable {
        /// The whole value.
        case whole(JSONValue)
        /// The beginning of the value's text, as JSON except for strings, and the size in bytes of the whole text.
        case cut(start: String, size: Int)
    }

    /// The answer of one source about a toggle.
    package struct Step: Sendable {
        /// The possible answers, except that the source has nothing for the toggle, which isn't written.
        package enum Answer: Sendable {
            case value(Value)
            case rejected(EvaluationError)
            case notQueried(String)
        }

        package let source: ToggleSource
        package let origin: String?
        package let rule: String?
        package let answer: Answer
    }

    /// A toggle as the client resolved it in its ambient context.
    package struct Toggle: Sendable {
        package let key: String
        /// The name of the category, which a later version may have added.
        package let category: String
        /// The name of the type, which a later version may have added.
        package let type: String
        /// The names of the variants in declaration order; `nil` for another type, or if they are unknown.
        package let variants: [String]?
        package let value: Value
        /// The default that is compiled into the app.
        package let defaultValue: Value
        package let source: ToggleSource
        package let reason: EvaluationReason
        package let variant: String?
        package let error: EvaluationError?
        package let remoteParameter: String?
        /// The answers of the sources that contributed something, in order of precedence, without the default.
        package let steps: [Step]
    }

    /// An attribute of the ambient context.
    package struct Attribute: Sendable, Hashable {
        package let name: String
        /// The value, or `nil` if the app hides it.
        package let value: Value?
    }

    /// The file.
    package let path: String
    /// The name of the application.
    package let application: String
    package let applicationVersion: String?
    package let processID: Int
    /// The path or name of the program.
    package let executable: String?
    /// When the client was created, in seconds since 1970.
    package let started: Int64
    /// When the file was written, in seconds since 1970.
    package let changed: Int64
    /// The path of the local defaults file that the client follows.
    package let localDefaultsPath: String?
    /// The state of the remote source, if there is one.
    package let remoteState: RemoteState?
    /// Whether the active remote document comes from the cache and its source has not confirmed it yet.
    package let isDocumentCached: Bool
    /// The path of the active remote document, if it is in a file.
    package let documentPath: String?
    /// The text of the active remote document, if it is small and in no file.
    package let document: String?
    /// The ambient context; the targeting key has the name `targetingKey`.
    package let context: [Attribute]
    package let problems: [ToggleProblem]
    private let lazyToggles: StateFileToggles
    /// The status of the file when it was read, which changes when the client writes it again; `nil` if it is unknown.
    var status: FileStatus?

    /// The toggles in the order of the client's registries.
    ///
    /// - Complexity: O(*n*) in the number of toggles, each of which is decoded.
    package var toggles: [Toggle] { lazyToggles.all }

    /// The keys of the toggles in the order of the client's registries.
    ///
    /// - Complexity: O(*n*) in the number of toggles, none of which is decoded.
    package var keys: [String] { lazyToggles.keys }

    /// Returns the toggles with a key; several if the client's registries declare it differently.
    ///
    /// - Complexity: O(1), in addition to the decoding of these toggles.
    package func toggles(withKey key: String) -> [Toggle] { lazyToggles[key] }
}

extension [StateFile] {
    /// Returns whether these are the same states as others, read from files that haven't changed.
    package func areSameFiles(as others: [StateFile]) -> Bool {
        elementsEqual(others) { $0.path == $1.path && $0.status != nil && $0.status == $1.status }
    }
}

// MARK: - JSON

extension StateFile {
    /// Parses a state file, except for its toggles, each of which is decoded when it is needed.
    ///
    /// A toggle that can't be decoded is ignored.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The path to name in errors.
    /// - Throws: An error if the content isn't a state file, or one of another version.
    /// - Complexity: O(*n*) in the size of the content.
    package init(_ bytes: [UInt8], path: String) throws(StateFileError) {
        var scan = StateFileScan(bytes)
        let json: JSONValue
        do throws(JSONSyntaxError) {
            if let scan, let root = try? JSONReader().value(from: scan.root), StateFileScan.isRoot(root) {
                json = root
            } else {
                scan = nil
                json = try JSONReader().value(from: bytes)
            }
        } catch {
            throw StateFileError(path: path, message: "The state file is not JSON: \(error)")
        }
        guard case .object(let root) = json, let version = root["version"] else {
            throw StateFileError(path: path, message: "This is not a state file, because it has no ‘version’.")
        }
        guard version == .integer(StateFileContent.version) else {
            throw StateFileError(
                path: path,
                message: """
                    The app wrote version \(version.excerpt) of the format, but this command reads version \
                    \(StateFileContent.version). Use the commands of the package version that the app uses.
                    """
            )
        }
        self.path = path
        application = root.text("application") ?? ""
        applicationVersion = root.text("applicationVersion")
        let process = root.object("process")
        processID = Int(clamping: process["id"]?.whole ?? 0)
        executable = process.text("executable")
        started = process["started"]?.whole ?? 0
        changed = root["changed"]?.whole ?? 0
        localDefaultsPath = root.text("localDefaults")
        let remote = root.object("remote")
        remoteState = RemoteState(remote)
        isDocumentCached = remote["isCached"] == .bool(true)
        documentPath = remote.text("documentPath")
        document = remote.text("document")
        context = root.objects("context").compactMap { attribute in
            attribute.text("name").map { Attribute(name: $0, value: attribute.value("value")) }
        }
        problems = root.objects("problems").compactMap { problem in
            guard let source = problem.text("source").flatMap(ToggleSource.init(rawValue:)),
                let message = problem.text("message")
            else { return nil }
            return ToggleProblem(source: source, origin: problem.text("origin") ?? "", message: message)
        }
        lazyToggles =
            scan.map { StateFileToggles($0.elements, in: bytes) }
            ?? StateFileToggles(root.objects("toggles").compactMap { Toggle($0) })
    }
}

extension StateFile.Toggle {
    init?(_ object: JSONObject) {
        guard let key = object.text("key"), let value = object.value("value"),
            let source = object.text("source").flatMap(ToggleSource.init(rawValue:))
        else { return nil }
        self.key = key
        self.value = value
        self.source = source
        category = object.text("category") ?? ""
        type = object.text("type") ?? ""
        variants = object.texts("values")
        defaultValue = object.value("default") ?? value
        reason = EvaluationReason(rawValue: object.text("reason") ?? "")
        variant = object.text("variant")
        error = EvaluationError(object.object("error"))
        remoteParameter = object.text("parameter")
        steps = object.objects("sources").compactMap { StateFile.Step($0) }
    }
}

extension StateFile.Step {
    fileprivate init?(_ object: JSONObject) {
        guard let source = object.text("source").flatMap(ToggleSource.init(rawValue:)) else { return nil }
        self.source = source
        origin = object.text("origin")
        rule = object.text("rule")
        if let value = object.value("value") {
            answer = .value(value)
        } else if let error = EvaluationError(object.object("error")) {
            answer = .rejected(error)
        } else if let reason = object.text("notQueried") {
            answer = .notQueried(reason)
        } else {
            return nil
        }
    }
}

extension EvaluationError {
    fileprivate init?(_ object: JSONObject) {
        guard let code = object.text("code"), let message = object.text("message") else { return nil }
        self.init(Code(rawValue: code), message)
    }
}

extension RemoteState {
    fileprivate init?(_ object: JSONObject) {
        guard let status = object.text("status").flatMap(Status.init(rawValue:)) else { return nil }
        self.init(
            status: status,
            since: object["since"]?.whole ?? 0,
            why: object.text("why") ?? "",
            lastSuccess: object["lastSuccess"]?.whole,
            nextAttempt: object["nextAttempt"]?.whole,
            revision: object.text("revision"),
            source: object.text("source") ?? ""
        )
    }
}

extension JSONObject {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    fileprivate func object(_ name: String) -> JSONObject {
        if case .object(let object)? = self[name] { object } else { JSONObject() }
    }

    fileprivate func objects(_ name: String) -> [JSONObject] {
        guard case .array(let elements)? = self[name] else { return [] }
        return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    fileprivate func texts(_ name: String) -> [String]? {
        guard case .array(let elements)? = self[name] else { return nil }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    fileprivate func value(_ name: String) -> StateFile.Value? {
        if let value = self[name] { return .whole(value) }
        let cut = object("\(name)Cut")
        guard let start = cut.text("start"), let size = cut["bytes"]?.whole else { return nil }
        return .cut(start: start, size: Int(clamping: size))
    }
}

#endif
