import SwiftSyntax
import ToggleLint
import ToggleManifest

/// Finds the toggles in one Swift file.
struct FileAnalyzer {
    let vocabulary: Vocabulary
    let tree: SourceTree
    let hits: [WordHit]
    /// The kind of code in the file.
    private(set) var place: ToggleUse.Place
    private(set) var facts = FileFacts()
    private(set) var certain = CertainUses()
    private var mirrors: Set<String> = []
    /// Whether a tool generated the file, by its name or its first comment.
    let isGenerated: Bool
    /// Whether the path names a debug menu or the like.
    private let isMenuFile: Bool
    /// The types of flags that are passed around as types: `FeatureFlags.Type`.
    let metatypes: Set<String>
    let constants = TextConstants()
    let members = MemberNames()
    let ownMembers = OwnMembers()
    /// The assignments to static properties that are flags, as answers without a value.
    private var assignments: [FileFacts.Answer] = []
    let tables: FlagTables
    /// The functions that take a flag and answer whether it is on, with their declarations.
    private var readers: [(function: FunctionDeclSyntax, source: Int)] = []

    /// The maximum number of uses in a file whose context is analyzed.
    ///
    /// Files that people write have fewer. For generated chains of uses, the analysis would take quadratic time.
    private static let detailLimit = 2_000

    /// A use whose condition is determined after all uses are known.
    struct Draft {
        var found: Found
        var token: TokenSyntax
        var length: Int
    }

    /// The meaning of a hit.
    struct Found {
        var target: ToggleUse.Target
        var form: ToggleUse.Form
        var certainty: ToggleUse.Certainty
        var place: ToggleUse.Place?
        var call: String?
        /// The expression that evaluates to the toggle's value.
        var value: Syntax?
        var callee: FileFacts.Callee?
        var types: [String] = []
        /// The range in the file; by default the token.
        var range: Range<Int>?
        /// The list or dictionary in which it is, if that has a name.
        var table: String?
        /// Whether it counts only if generated code mirrors the flag.
        var needsMirror = false
        /// The type before the name, if it may be an alias of the type of flags; for a certain use, the type that code
        /// translates into it.
        var base: String?
    }

    /// Analyzes a file.
    static func facts(
        path: String,
        bytes: [UInt8],
        hits: [WordHit],
        place: ToggleUse.Place,
        _ vocabulary: Vocabulary
    ) -> FileFacts {
        let tree = SourceTree(path: path, bytes: bytes)
        var analyzer = FileAnalyzer(vocabulary: vocabulary, tree: tree, hits: hits, place: place)
        analyzer.run()
        return analyzer.facts
    }

    private init(vocabulary: Vocabulary, tree: SourceTree, hits: [WordHit], place: ToggleUse.Place) {
        self.vocabulary = vocabulary
        self.tree = tree
        self.hits = hits
        self.place = place
        tables = FlagTables(flags: vocabulary.flags, others: vocabulary.sources.map { Set($0.except) })
        isGenerated = FileReader.isGeneratedByAnyTool(path: tree.path, tree.bytes)
        metatypes = Self.metatypes(hits, tree, vocabulary)
        isMenuFile = tree.path.split(separator: "/").contains { FlagNames.isDebugMenu(String($0)) }
    }

    /// Returns the types that the file names as types of variables, or as values.
    private static func metatypes(_ hits: [WordHit], _ tree: SourceTree, _ vocabulary: Vocabulary) -> Set<String> {
        var result: Set<String> = []
        for hit in hits where hit.word >= 0 {
            let word = vocabulary.words[hit.word]
            guard word.isType || word.isContainer else { continue }
            let rest = tree.bytes[min(hit.end, tree.bytes.count)...].prefix(5)
            if rest.elementsEqual(".Type".utf8) || rest.elementsEqual(".self".utf8) { result.insert(word.text) }
        }
        return result
    }

    /// Returns the uses in a parsed file with their places in the tree, and the parameters that take keys.
    static func drafts(
        in tree: SourceTree,
        hits: [WordHit],
        place: ToggleUse.Place,
        _ vocabulary: Vocabulary
    ) -> (drafts: [Draft], signatures: [FileFacts.Signature]) {
        var analyzer = FileAnalyzer(vocabulary: vocabulary, tree: tree, hits: hits, place: place)
        let drafts = analyzer.collect().drafts
        return (drafts, analyzer.facts.signatures)
    }

    private mutating func run() {
        facts.problem = tree.problem
        let (drafts, releaseBlocks) = collect()
        let conditions = ConditionReader(tree: tree, uses: certain, releaseBlocks: releaseBlocks)
        for (index, draft) in drafts.enumerated() {
            facts.uses.append(index < Self.detailLimit ? use(draft, conditions) : plainUse(draft))
        }
        if place == .production { addAnswers() } else { facts.answers = [] }
        facts.answers += assignments
        facts.uses.sort { $0.use.range.start.offset < $1.use.range.start.offset }
    }

    /// Finds the uses, and records suppressions and signatures.
    private mutating func collect() -> (drafts: [Draft], releaseBlocks: [Range<Int>]) {
        var cursor = TokenCursor(tree.root)
        var comments = SuppressionReader(tree: tree)
        var drafts: [Draft] = []
        var releaseBlocks: [Range<Int>] = []
        for hit in hits {
            guard let token = cursor.token(at: hit.offset) else {
                readComment(at: hit, &comments)
                continue
            }
            if hit.word < 0 {
                for found in strings(token, hit, nil) {
                    drafts.append(Draft(found: found, token: token, length: hit.length))
                }
                continue
            }
            let word = vocabulary.words[hit.word]
            switch word.role {
            case .testLibrary where place == .production:
                if Self.isImport(token) { place = .test }
                continue
            case .release:
                if let block = Self.conditionalBlock(token) { releaseBlocks.append(block) }
            default: break
            }
            if word.isType || word.isContainer { readSignature(token) }
            if word.isType { readOwnReaders(token) }
            var found: [Found] = []
            if token.parent?.is(StringSegmentSyntax.self) == true {
                found = strings(token, hit, word)
            } else {
                if let answer = declared(token, word) { facts.answers.append(answer) }
                assignments += assigned(token, word)
                found += variables(token, word)
                found += objects(token, word)
                if let member = member(token, word) { found.append(mirrored(member, token, word)) }
                if word.isValueOfSubscript { found += subscriptOfText(token) }
                if word.isStringFunction || word.role == .localDefaults { found += callsOfText(token, word) }
            }
            for found in found {
                drafts.append(Draft(found: found, token: token, length: hit.length))
                if found.certainty == .certain, found.call != nil, case .toggle(let key) = found.target {
                    certain.append(key, token)
                }
            }
        }
        return (drafts, releaseBlocks)
    }

    private func use(_ draft: Draft, _ conditions: ConditionReader) -> FileFacts.Use {
        var result = plainUse(draft)
        let value = draft.found.value
        let around = EnclosingDeclarations(draft.token, in: tree)
        if result.use.place == .production {
            if around.isPreview {
                result.use.place = .preview
            } else {
                result.through = keysOfCase(around: draft.token)
            }
        }
        result.use.function = around.function
        result.use.bodyPlace = BodyPlace(of: draft.token)
        result.use.condition = value.flatMap { conditions.condition(of: $0) }
        // Doubles and menus name flags or show values, and don't choose code by them.
        if result.use.place == .production, result.use.condition?.whenOn == nil, result.use.condition?.whenOff == nil {
            if draft.found.form == .member, draft.found.call == nil,
                around.types.contains(where: { FlagNames.isDouble($0) })
            {
                result.use.place = .test
                result.through = []
            }
            result.isInMenu =
                result.use.place == .production && (isMenuFile || around.types.contains(where: FlagNames.isDebugMenu))
                && !isReturned(value ?? Syntax(draft.token))
        }
        result.use.freeze = value.flatMap { Freezing.freeze(of: $0, path: tree.path) }
        result.use.compilationConditions = around.compilationConditions
        return result
    }

    /// Returns a use without its context.
    private func plainUse(_ draft: Draft) -> FileFacts.Use {
        let found = draft.found
        let range = tree.lines.range(found.range ?? draft.token.offsets)
        let use = ToggleUse(
            target: found.target,
            form: found.form,
            certainty: found.certainty,
            place: found.place ?? place,
            call: found.call,
            path: tree.path,
            range: range,
            line: tree.lines.text(ofLine: range.start.line)
        )
        return FileFacts.Use(
            use: use,
            callee: found.callee,
            types: found.types,
            table: found.table,
            needsMirror: found.needsMirror,
            base: found.base
        )
    }

    private mutating func addAnswers() {
        facts.answers += answers(of: readers)
        for key in storedFlags() { addMirror(of: key) }
    }

    private mutating func readOwnReaders(_ token: TokenSyntax) { facts.answers += ownReaders(token) }

    /// Records that an object has a property with the name and the value of a flag.
    mutating func addMirror(of key: String) { if mirrors.insert(key).inserted { facts.mirrors.append(key) } }

    private static func isImport(_ token: TokenSyntax) -> Bool {
        var node = Syntax(token)
        while let parent = node.parent {
            if let declaration = parent.as(ImportDeclSyntax.self) {
                // A conditional import doesn't make the file a test.
                return declaration.parent?.parent?.parent?.is(IfConfigClauseSyntax.self) != true
            }
            guard parent.is(ImportPathComponentSyntax.self) || parent.is(ImportPathComponentListSyntax.self) else {
                return false
            }
            node = parent
        }
        return false
    }

    /// Returns the whole `#if … #endif` whose condition contains a token.
    private static func conditionalBlock(_ token: TokenSyntax) -> Range<Int>? {
        var node = Syntax(token)
        while let parent = node.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self) {
                guard clause.condition?.id == node.as(ExprSyntax.self)?.id, let block = parent.parent?.parent else {
                    return nil
                }
                return block.offsets
            }
            guard
                node.is(TokenSyntax.self) || node.is(ExprSyntax.self) || node.is(ExprListSyntax.self)
                    || node.is(LabeledExprSyntax.self) || node.is(LabeledExprListSyntax.self)
            else { return nil }
            node = parent
        }
        return nil
    }

    /// Records a parameter that takes keys, or a variable that holds a function.
    private mutating func readSignature(_ token: TokenSyntax) {
        var node = Syntax(token)
        while let parent = node.parent {
            if let parameter = parent.as(FunctionParameterSyntax.self) {
                guard parameter.type.id == node.as(TypeSyntax.self)?.id || parameter.type.isKeyPath,
                    let owner = parameter.parent?.parent?.parent
                else { return }
                let label = parameter.firstName.name == "_" ? "" : parameter.firstName.name
                let name: String? =
                    if let function = owner.parent?.as(FunctionDeclSyntax.self) {
                        function.name.name
                    } else if let initializer = owner.parent?.as(InitializerDeclSyntax.self) {
                        EnclosingDeclarations(initializer, in: tree).types.first
                    } else if owner.is(SubscriptDeclSyntax.self) {
                        "subscript"
                    } else {
                        nil
                    }
                if let name {
                    let callee = FileFacts.Callee(name: name, label: label)
                    facts.signatures.append(FileFacts.Signature(callee: callee, type: token.name))
                    if let function = owner.parent?.as(FunctionDeclSyntax.self) {
                        for (index, source) in vocabulary.sources.enumerated()
                        where source.lastName == token.name && source.reads.contains(name) {
                            readers.append((function, index))
                        }
                    }
                }
                return
            }
            if let parameter = parent.as(EnumCaseParameterSyntax.self) {
                guard let name = parent.parent?.parent?.parent?.as(EnumCaseElementSyntax.self)?.name.name else {
                    return
                }
                let callee = FileFacts.Callee(name: name, label: parameter.firstName?.name ?? "")
                facts.signatures.append(FileFacts.Signature(callee: callee, type: token.name))
                return
            }
            // A property whose type is a key type is an argument of the implicit memberwise initializer.
            if let binding = parent.as(PatternBindingSyntax.self),
                binding.typeAnnotation?.id == node.as(TypeAnnotationSyntax.self)?.id,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                parent.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true,
                let type = EnclosingDeclarations(parent, in: tree).types.first
            {
                let callee = FileFacts.Callee(name: type, label: name)
                facts.signatures.append(FileFacts.Signature(callee: callee, type: token.name))
                facts.signatures.append(FileFacts.Signature(callee: .property(name), type: token.name))
                return
            }
            if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self) { return }
            node = parent
        }
    }

    /// Records a suppression.
    private mutating func readComment(at hit: WordHit, _ comments: inout SuppressionReader) {
        guard hit.word >= 0 else { return }
        let word = tree.bytes.withUnsafeBufferPointer { bytes -> SuppressionWord? in
            switch vocabulary.words[hit.word].role {
            case .program: SuppressionWord(program: hit.range, in: bytes)
            case .suppression: SuppressionWord(anchor: hit.range, in: bytes)
            default: nil
            }
        }
        guard let word else { return }
        // The rest of the comment is part of its reason.
        if let last = facts.suppressions.last?.range, last.start.offset...last.end.offset ~= word.range.lowerBound {
            return
        }
        if let suppression = comments.suppression(beginningWith: word) {
            facts.suppressions.append(suppression)
        }
    }
}
