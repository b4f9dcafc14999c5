import DocumentSyntax
package import ToggleBase
package import ToggleManifest

/// A step in a toggle's lifecycle, as new texts of the files that it changes.
///
/// It doesn't write any file.
package struct LifecycleChange: Sendable {
    /// A file that a step may change.
    package struct File: Sendable {
        package let path: String
        package let bytes: [UInt8]
        /// Whether the file doesn't exist, so that a step creates it.
        package let isNew: Bool
        /// Whether it's the document that apps read, and not one to publish later.
        package let isPublished: Bool

        package init(path: String, bytes: [UInt8], isNew: Bool = false, isPublished: Bool = false) {
            self.path = path
            self.bytes = bytes
            self.isNew = isNew
            self.isPublished = isPublished
        }

        /// The edit that gives the file another content.
        func edit(_ new: [UInt8]) -> FileEdit { FileEdit(path: path, old: isNew ? nil : bytes, new: new) }
    }

    /// The completed actions, one per line.
    package private(set) var done: [String] = []
    /// The remaining manual actions, one per line.
    package private(set) var left: [String] = []
    /// Warnings to show before the change is kept.
    package private(set) var warnings: [String] = []
    /// The changed files.
    package private(set) var edits: [FileEdit] = []
    /// The toggle before the change.
    package let before: ToggleDeclaration

    /// Whether the change gives the key another Swift type.
    package private(set) var changesType = false

    private let manifest: File
    private let today: CalendarDate
    private var editor: ManifestEditor

    private init(_ key: String, manifest: File, today: CalendarDate) throws {
        editor = try ManifestEditor(manifest.bytes, path: manifest.path)
        let keys = editor.manifest.toggles.map(\.key)
        guard let index = GivenKey.resolved(key, among: keys).flatMap(keys.firstIndex) else {
            let hint = Suggestion.closest(to: key, in: keys).map { "Did you mean \($0.quoted)?" }
            throw LifecycleError("There is no toggle \(key.quoted). \(hint ?? "`toggles list` shows all of them.")")
        }
        before = editor.manifest.toggles[index]
        self.manifest = manifest
        self.today = today
    }

    private mutating func keepManifest() {
        edits.append(manifest.edit(editor.bytes))
    }

    // MARK: - Promoting

    /// Turns a release toggle into an ops toggle.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, or its name in code.
    ///   - manifest: The manifest.
    ///   - document: The remote document to which a definition is added, if there is one.
    ///   - until: The new expiry date; by default today plus the age limit of ops toggles.
    ///   - today: Today.
    /// - Returns: The change.
    /// - Throws: ``LifecycleError``, ``ManifestEditingError``, or the document editor's error.
    package static func promoting(
        _ key: String,
        in manifest: File,
        document: File?,
        until: CalendarDate?,
        today: CalendarDate
    ) throws -> LifecycleChange {
        var change = try LifecycleChange(key, manifest: manifest, today: today)
        let toggle = change.before
        let key = toggle.key
        guard toggle.category == .release else {
            guard toggle.category == .ops else {
                throw LifecycleError(
                    "\(key.quoted) is \(toggle.category.withArticle); only release toggles can be promoted"
                )
            }
            throw LifecycleError(
                """
                \(key.quoted) is already an ops toggle. If the remote document doesn't define it yet, `toggles rollout` \
                does, with --document and, for a new document, --create
                """
            )
        }
        if let until { try change.checkFuture(until) }
        try change.editor.set(.category, of: key, to: "ops")
        change.changesType = true
        change.done.append("\(key) is now an ops toggle.")
        if until != nil || !toggle.details.isPermanent {
            let usual = today.adding(days: change.configuration.ageLimit(of: .ops) ?? 60)
            let former = toggle.details.expires
            // The default never shortens the toggle's life.
            let expires = until ?? max(usual, former ?? usual)
            try change.editor.set(.expires, of: key, to: .string(expires.description))
            let note =
                switch former {
                case nil: "It expires on \(expires)."
                case expires?: "It still expires on \(expires)."
                case let former?: "It now expires on \(expires) (previously \(former))."
                }
            change.done.append(note)
            change.warnIfFar(expires, category: .ops)
        }
        change.keepManifest()
        let parameter = toggle.remote ?? key
        var decision = "switched off by default"
        if let document {
            let isAdded = try change.add(parameter, to: document) { editor in
                try editor.add(parameter, toggle.safeDefinition)
            }
            if !isAdded, let answers = DocumentOutline(document.bytes)?[parameter]?.answers {
                decision = "and the parameter in \(document.path) decides who gets it"
                change.warnings.append(
                    """
                    \(document.path) already has the parameter \(parameter.quoted), which was left unchanged: with the next \
                    release, \(answers.booleanShares)
                    """
                )
            }
        } else {
            change.left.append(Self.addition(of: parameter, as: toggle.safeDefinition))
        }
        change.left += [
            "build: the key `.\(toggle.swiftName)` becomes an `OpsToggle<Bool>`. `isEnabled(.\(toggle.swiftName))` stays as it is; code that names the type `ReleaseToggle` for it must name the new type",
            "note that the code it guards is in RELEASE binaries from now on, \(decision)",
        ]
        if document?.isPublished != true {
            change.left.append("publish the remote document before the app that reads it")
        }
        return change
    }

    // MARK: - Rotating

    /// Moves a toggle to a new remote parameter, and retires the old one.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, or its name in code.
    ///   - parameter: The new parameter; by default the present one with the next number.
    ///   - manifest: The manifest.
    ///   - document: The remote document to which a definition is added, if there is one.
    ///   - isSafe: Whether the new definition gives all users the default, instead of being a copy of the old one.
    ///   - today: Today.
    /// - Returns: The change.
    /// - Throws: ``LifecycleError``, ``ManifestEditingError``, or the document editor's error.
    package static func rotating(
        _ key: String,
        to parameter: String?,
        in manifest: File,
        document: File?,
        isSafe: Bool,
        today: CalendarDate
    ) throws -> LifecycleChange {
        var change = try LifecycleChange(key, manifest: manifest, today: today)
        let toggle = change.before
        let key = toggle.key
        guard toggle.category != .release else {
            throw LifecycleError(
                "\(key.quoted) is a release toggle, which reads no remote parameter; run `toggles promote \(key)` first"
            )
        }
        let old = toggle.remote ?? key
        var taken = Set(change.editor.manifest.toggles.flatMap { [$0.remote ?? $0.key] + $0.retired })
        if let document { taken.formUnion(try DocumentEditor(document.bytes, path: document.path).parameters) }
        if let parameter, taken.contains(parameter) {
            throw LifecycleError("the parameter \(parameter.quoted) is in use or retired; choose another one with --to")
        }
        let new = parameter ?? Self.successor(of: old, taken: taken)
        try change.editor.set(.remote, of: key, to: .string(new))
        try change.editor.set(.retired, of: key, to: .array((toggle.retired + [old]).map { .string($0) }))
        change.done.append("\(key) now reads the parameter \(new.quoted); \(old.quoted) is retired.")
        change.keepManifest()
        if let document {
            _ = try change.add(new, to: document) { editor in
                if !isSafe, editor.text(of: old) != nil {
                    try editor.add(new, copying: old)
                } else {
                    try editor.add(new, toggle.safeDefinition)
                }
            }
        } else {
            change.left.append(Self.addition(of: new, as: toggle.safeDefinition))
        }
        let outline = document.flatMap { DocumentOutline($0.bytes) }
        if let document, outline?.parameters.first(where: { $0.key == old })?.isOnForAllUsers == true {
            change.warnings.append(
                "\(old.quoted) is retired but on for all users in \(document.path), so it stays on for released versions"
            )
            change.left.append(
                "switch \(old.quoted) off in \(document.path), as `toggles lint` requires, and leave it there: released versions read it"
            )
        } else {
            change.left.append("leave \(old.quoted) in the remote document as it is: released versions read it")
        }
        change.left.append(
            document?.isPublished == true
                ? "switch \(new.quoted) as you need it, once the fixed version is released"
                : "publish the remote document before the fixed version, then switch \(new.quoted) as you need it"
        )
        return change
    }

    /// Returns `name_2` for `name`, and `name_3` for `name_2`.
    static func successor(of parameter: String, taken: Set<String>) -> String {
        var base = parameter
        var number = 2
        if let mark = parameter.lastIndex(of: "_"), mark > parameter.startIndex,
            let present = Int(parameter[parameter.index(after: mark)...]), (1..<1_000_000).contains(present)
        {
            base = String(parameter[..<mark])
            number = present + 1
        }
        while taken.contains("\(base)_\(number)") { number += 1 }
        return "\(base)_\(number)"
    }

    // MARK: - Extending

    /// Extends the expiry date of a toggle.
    ///
    /// - Parameters:
    ///   - key: The toggle's key, or its name in code.
    ///   - until: The new expiry date.
    ///   - reason: The reason, which becomes a comment in the manifest.
    ///   - manifest: The manifest.
    ///   - today: Today.
    /// - Returns: The change.
    /// - Throws: ``LifecycleError`` or ``ManifestEditingError``.
    package static func extending(
        _ key: String,
        until: CalendarDate,
        reason: String,
        in manifest: File,
        today: CalendarDate
    ) throws -> LifecycleChange {
        var change = try LifecycleChange(key, manifest: manifest, today: today)
        let details = change.before.details
        let key = change.before.key
        guard !details.isPermanent else {
            throw LifecycleError("\(key.quoted) is permanent; it has no expiry date to extend")
        }
        guard reason.isMeaningfulReason else {
            throw LifecycleError("the reason is empty; say in a few words what the toggle waits for")
        }
        try change.checkFuture(until)
        if let expires = details.expires, until <= expires {
            throw LifecycleError("\(key.quoted) already expires on \(expires); choose a later date")
        }
        let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        try change.editor.set(.expires, of: key, to: .string(until.description))
        let comment = "Extended to \(until) on \(today): \(words)"
        if change.editor.isJSON {
            change.left.append("JSON has no comments, so put the reason into the commit message: \(comment)")
        } else {
            try change.editor.comment(comment, above: .expires, of: key)
        }
        change.done.append(
            "\(key) now expires on \(until)"
                + (details.expires.map { ", \($0.days(until: until).counted("day")) later than before (\($0))." }
                    ?? ".")
        )
        change.warnIfFar(until, category: change.before.category)
        change.keepManifest()
        return change
    }

    // MARK: - Parts

    private func checkFuture(_ day: CalendarDate) throws {
        guard day > today else {
            throw LifecycleError(
                "\(day) is not in the future (today is \(today)); choose a later day, or remove the toggle"
            )
        }
    }

    private mutating func warnIfFar(_ day: CalendarDate, category: ToggleCategory) {
        let days = day.daysSince1970 - today.daysSince1970
        guard let limit = configuration.ageLimit(of: category), days > limit else { return }
        let isTooFar = configuration.expiryLimit(of: category).map { days > $0 } ?? false
        let end = isTooFar ? "; `toggles lint` will report it as too far ahead" : ""
        warnings.append(
            "\(day) is \(days.counted("day")) ahead, more than the usual \(limit.counted("day")) for \(category.withArticle)\(end)"
        )
    }

    /// The valid part of the manifest's `lint:` section.
    private var configuration: LintConfiguration {
        LintConfiguration.read(editor.manifest.lint, path: manifest.path).0
    }

    /// Adds a parameter, unless the document has it already; returns whether it was added.
    private mutating func add(
        _ parameter: String,
        to document: File,
        _ edit: (inout DocumentEditor) throws -> Void
    ) throws -> Bool {
        var content = try DocumentEditor(document.bytes, path: document.path)
        guard content.text(of: parameter) == nil else { return false }
        try edit(&content)
        let state = document.isNew ? "is new, and has" : "now has"
        done.append("\(document.path) \(state) the parameter \(parameter.quoted).")
        edits.append(document.edit(content.bytes))
        if document.isNew, !document.isPublished, editor.manifest.document == nil {
            let path = PathText.relative(document.path, to: PathText.folder(of: manifest.path))
            left.append(
                "write ‘document: \(path)’ at the top of \(manifest.path), so that other commands and the linter use it, too"
            )
        }
        return true
    }

    /// Returns the remaining action if there is no document.
    private static func addition(of parameter: String, as definition: JSONValue) -> String {
        let text = JSONWriter(.oneLine).text(definition)
        return "add the parameter \(parameter.quoted) to the remote document, such as `\"\(parameter)\": \(text)`; "
            + "with ‘document: FILE’ at the top of the manifest, or --document, this is done automatically"
    }
}

extension FileEdit {
    /// The difference between the old and the new text, for `git apply` and `patch -p1`.
    ///
    /// The path is relative to the root of the Git repository, as in `git diff`, because both programs refuse a path that
    /// leads out of the current folder. Without a repository, such a path is that from the file's own folder.
    package var diff: [UInt8] {
        let isElsewhere = path.hasPrefix("/") || path.hasPrefix("..")
        return diff(elsewhere: isElsewhere ? PathText.name(of: path) : PathText.components(path).joined(separator: "/"))
    }

    /// Returns the difference with another path for a file outside of a repository, such as that from the project's root.
    package func diff(elsewhere path: String) -> [UInt8] { TextDiff.unified(old, new, path: pathInRepository ?? path) }

    private var pathInRepository: String? {
        let file = PathText.components(PathText.resolved(path))
        for count in file.indices.reversed() {
            let folder = "/" + file[..<count].joined(separator: "/")
            if FileReading.exists(PathText.joined(folder, ".git")) { return file[count...].joined(separator: "/") }
        }
        return nil
    }
}
