import SwiftSyntax
import ToggleBase
import ToggleLint
import ToggleManifest

/// The Swift files of a project during a removal.
///
/// A file is parsed once a name in it matters.
final class RemovalProject {
    /// A name in a file.
    struct Name {
        var file: Int
        var token: TokenSyntax
    }

    private struct MemberName: Hashable {
        var name: String
        var type: String
    }

    private struct FileName: Hashable {
        var file: Int
        var name: String
    }

    private struct OwnedLabel: Hashable {
        var label: String
        var owner: String
        var isInitializer: Bool
    }

    let files: [(path: String, bytes: [UInt8])]
    /// The outlines of all types.
    let types: TypeOutlines
    private let filters: WordFilters
    private let places: FilePlaces
    private var trees: [Int: SourceTree] = [:]
    private var members: [Int: MemberIndex] = [:]
    private var names: [String: (fileCount: Int, names: [Name]?)] = [:]
    private var localNames: [FileName: [Name]] = [:]
    private var declaring: [String: [Name]] = [:]
    private var functions: [String: [FunctionDeclSyntax]] = [:]
    private var tests: [Int: Bool] = [:]
    private var owners: [MemberName: String?] = [:]
    private var modules: [String: [String]] = [:]
    private lazy var folders = filesByFolder()
    private var labels: [OwnedLabel: [Name]?] = [:]
    private var aliases: [String: AliasedType?] = [:]
    private var aliasNames: [String: Bool] = [:]
    private var functionOwners: [SyntaxIdentifier: ToggleRemoval.FunctionOwner] = [:]
    /// The files that can't be changed, because they are generated, or can't be parsed.
    private(set) var unreadable: Set<Int> = []

    init(files: [(path: String, bytes: [UInt8])], configuration: LintConfiguration) {
        self.files = files
        let paths = files.map(\.path)
        let folders = files.filter { TestTargets.takes($0.path) }
            .flatMap { TestTargets.folders(path: $0.path, bytes: $0.bytes, among: paths) }
        places = FilePlaces(configuration, testFolders: folders)
        filters = WordFilters(files.map(\.bytes))
        types = TypeOutlines(files: files.map(\.bytes))
    }

    /// Returns the parsed file; `nil` if it can't be changed.
    func tree(_ file: Int) -> SourceTree? {
        load([file])
        return unreadable.contains(file) ? nil : trees[file]
    }

    /// Parses files at the same time.
    func load(_ indices: [Int]) {
        let new = indices.filter { trees[$0] == nil && !unreadable.contains($0) }
        guard !new.isEmpty else { return }
        let inputs = new.map { files[$0] }
        let parsed = ParallelWork.map(inputs) { file -> SourceTree? in
            guard file.bytes.count <= SourceTree.maximumSize, !FileReader.isGenerated(file.bytes),
                !file.bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep)
            else { return nil }
            let tree = SourceTree(path: file.path, bytes: file.bytes)
            return tree.root.hasError ? nil : tree
        }
        for (index, tree) in zip(new, parsed) {
            if let tree { trees[index] = tree } else { unreadable.insert(index) }
        }
    }

    /// Returns the files that contain a word, with the places.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - required: Words that a file must contain to be searched, at least one of each list; `nil` for any of `words`.
    ///   - limit: The number of files after which the search ends.
    /// - Returns: The files with their hits, in the order of the files; more than `limit` if more contain a word.
    func hits(
        of words: [String],
        required: [[String]]? = nil,
        limit: Int = .max
    ) -> [(file: Int, hits: [WordHit])] {
        var indices = filters.files(with: required?.first ?? words)
        for others in (required ?? []).dropFirst() {
            indices = Set(filters.files(with: others)).intersection(indices).sorted()
        }
        return hits(of: words, in: indices, limit: limit)
    }

    private func hits(of words: [String], in indices: [Int], limit: Int = .max) -> [(file: Int, hits: [WordHit])] {
        let table = WordTable(words)
        var result: [(file: Int, hits: [WordHit])] = []
        var rest = indices[...]
        while !rest.isEmpty, result.count <= limit {
            let next = rest.prefix(limit == .max ? rest.count : 2 * limit + 2)
            rest = rest.dropFirst(next.count)
            let all = ParallelWork.map(next.map { files[$0].bytes }) { bytes in
                bytes.withUnsafeBufferPointer { table.hits(in: $0) }.filter { $0.word >= 0 }
            }
            result += zip(next, all).filter { !$0.1.isEmpty }.map { (file: $0.0, hits: $0.1) }
        }
        return result
    }

    /// The maximum number of files in which a name is followed.
    static let maximumFiles = 60
    /// The maximum number of files in which the name of a flag is followed.
    static let maximumFilesOfFlag = 1_000

    /// Returns every token with a name, with `$` or back-ticks, too; `nil` if too many files contain the word.
    func names(_ name: String, limit: Int = maximumFiles) -> [Name]? {
        if let known = names[name] {
            if known.fileCount > limit { return nil }
            if let all = known.names { return all }
        }
        let found = hits(of: [name], limit: limit)
        guard found.count <= limit else {
            names[name] = (found.count, nil)
            return nil
        }
        load(found.map(\.file))
        let result = found.flatMap { file, _ in tree(file).map { Self.names(name, in: $0, file) } ?? [] }
        names[name] = (found.count, result)
        return result
    }

    /// Returns every token with the label of a function or an initializer.
    ///
    /// If too many files contain the label, only those that also contain the name of the function, or of the type and
    /// implicit initializers, are searched.
    func names(ofLabel label: String, for owner: String, isInitializer: Bool) -> [Name]? {
        if let names = names(label) { return names }
        let key = OwnedLabel(label: label, owner: owner, isInitializer: isInitializer)
        if let known = labels[key] { return known }
        let others = isInitializer ? [owner, "init"] : [owner]
        let found = hits(of: [label] + others, required: [[label], others]).filter { file, hits in
            let labels = hits.filter { $0.word == 0 }
            if labels.isEmpty || hits.contains(where: { $0.word == 1 }) { return !labels.isEmpty }
            // `.init(label:` within a reasonable distance.
            return hits.contains { hit in
                hit.word == 2 && hit.offset > 0 && files[file].bytes[hit.offset - 1] == UInt8(ascii: ".")
                    && labels.contains { $0.offset > hit.offset && $0.offset < hit.offset + 1_000 }
            }
        }
        .map(\.file)
        var names: [Name]?
        if found.count <= Self.maximumFiles * 2 {
            load(found)
            names = found.flatMap { file in tree(file).map { Self.names(label, in: $0, file) } ?? [] }
        }
        labels[key] = .some(names)
        return names
    }

    /// Returns the function or initializer of a parameter, which all of its parameters share.
    func functionOwner(of copy: Copy) -> ToggleRemoval.FunctionOwner {
        if let known = functionOwners[copy.declaration.id] { return known }
        let owner = ToggleRemoval.FunctionOwner(copy)
        functionOwners[copy.declaration.id] = owner
        return owner
    }

    /// Returns the functions with a name.
    func functions(_ name: String) -> [FunctionDeclSyntax] {
        if let known = functions[name] { return known }
        var result: [FunctionDeclSyntax] = []
        let places = places(of: name, after: "func")
        load(places.map(\.file))
        for (file, declared) in places {
            guard let tree = tree(file) else { continue }
            var cursor = TokenCursor(tree.root)
            for hit in declared {
                guard let function = cursor.token(at: hit.offset)?.parent?.as(FunctionDeclSyntax.self) else { continue }
                result.append(function)
            }
        }
        functions[name] = result
        return result
    }

    /// Returns whether a `typealias` declares a name.
    func isAlias(_ name: String) -> Bool {
        if let known = aliasNames[name] { return known }
        let found = !places(of: name, after: "typealias").isEmpty
        aliasNames[name] = found
        return found
    }

    /// Returns the places with a name after a keyword and one blank, by their files.
    private func places(of name: String, after keyword: String) -> [(file: Int, hits: [WordHit])] {
        let word = Array("\(keyword) ".utf8)
        return hits(of: [name], in: filters.files(with: [name], after: keyword)).compactMap { file, hits in
            let bytes = files[file].bytes
            let declared = hits.filter { hit in
                hit.offset >= word.count && bytes[(hit.offset - word.count)..<hit.offset].elementsEqual(word)
            }
            return declared.isEmpty ? nil : (file: file, hits: declared)
        }
    }

    /// Returns every token with a name in one file.
    func names(_ name: String, in file: Int) -> [Name] {
        let key = FileName(file: file, name: name)
        if let known = localNames[key] { return known }
        let found = names[name]?.names?.filter { $0.file == file } ?? tree(file).map { Self.names(name, in: $0, file) }
        localNames[key] = found ?? []
        return found ?? []
    }

    /// Returns every token with a name in a part of a file.
    func names(_ name: String, in file: Int, around node: Syntax) -> [Name] {
        let all = names(name, in: file)
        let range = node.position.utf8Offset..<node.endPosition.utf8Offset
        let start = all.partitioningIndex { $0.token.position.utf8Offset >= range.lowerBound }
        return Array(all[start...].prefix { $0.token.position.utf8Offset < range.upperBound })
    }

    /// Returns the tokens with a name that declare a parameter or a variable; `nil` if too many files contain the word.
    func declarations(of name: String) -> [Name]? {
        if let known = declaring[name] { return known }
        let found = names(name)?.filter { found in
            found.token.parent?.is(FunctionParameterSyntax.self) ?? false
                || found.token.parent?.is(IdentifierPatternSyntax.self) ?? false
        }
        declaring[name] = found
        return found
    }

    private static func names(_ name: String, in tree: SourceTree, _ file: Int) -> [Name] {
        let hits = tree.bytes.withUnsafeBufferPointer { WordTable([name]).hits(in: $0) }
        var cursor = TokenCursor(tree.root)
        return hits.compactMap { hit in
            guard hit.word == 0, let token = cursor.token(at: hit.offset) else { return nil }
            switch token.tokenKind {
            case .identifier, .dollarIdentifier: return Name(file: file, token: token)
            default: return nil
            }
        }
    }

    /// Returns the declarations in a file that begin with a keyword.
    func declarations<Node: SyntaxProtocol>(_ keyword: String, ofKind kind: Node.Type, in file: Int) -> [Node] {
        guard let tree = tree(file) else { return [] }
        let hits = tree.bytes.withUnsafeBufferPointer { WordTable([keyword]).hits(in: $0) }
        var cursor = TokenCursor(tree.root)
        return hits.compactMap { cursor.token(at: $0.offset)?.parent?.as(kind) }
    }

    /// Returns the members that a file declares.
    func members(_ file: Int) -> MemberIndex {
        if let known = members[file] { return known }
        let index = tree(file).map { MemberIndex($0) } ?? MemberIndex()
        members[file] = index
        return index
    }

    /// Returns the declared type of a member of a type, or of a type that it inherits from.
    func valueType(ofMember name: String, in type: String) -> String? {
        let owners = [type] + types.ancestors(of: type).sorted()
        for owner in owners {
            for file in types.files[owner] ?? [] {
                if let member = members(file).members[name]?.first(where: { $0.owner == owner }) {
                    return member.valueType
                }
            }
        }
        // `typealias Base = Store<CartState>; class CartModel: Base`
        for owner in owners where types.files[owner] == nil {
            guard let base = aliasedType(owner), let value = valueType(ofMember: name, in: base.name) else { continue }
            return base.arguments[value] ?? value
        }
        return nil
    }

    /// Returns the type that stands for a generic parameter of a type that another one inherits from under an alias.
    func argument(_ parameter: String, of type: String) -> String? {
        ([type] + types.ancestors(of: type).sorted()).lazy.filter { self.types.files[$0] == nil }
            .compactMap { self.aliasedType($0)?.arguments[parameter] }.first
    }

    /// A generic type with its arguments by the names of its parameters.
    private struct AliasedType {
        var name: String
        var arguments: [String: String]
    }

    /// Returns the generic type that an alias stands for.
    private func aliasedType(_ alias: String) -> AliasedType? {
        if let known = aliases[alias] { return known }
        aliases[alias] = .some(nil)
        let declaration = names(alias)?.lazy.compactMap { name in
            name.token.parent?.as(TypeAliasDeclSyntax.self).flatMap { $0.name.id == name.token.id ? $0 : nil }
        }.first
        guard let type = declaration?.initializer.value.as(IdentifierTypeSyntax.self),
            let arguments = type.genericArgumentClause?.arguments,
            let file = types.files[type.name.name]?.first,
            let generic = declarations("class", ofKind: ClassDeclSyntax.self, in: file)
                .first(where: { $0.name.name == type.name.name })?.genericParameterClause?.parameters
        else { return nil }
        let pairs = zip(generic, arguments).compactMap { parameter, argument in
            argument.argument.as(TypeSyntax.self)?.lastName.map { (parameter.name.name, $0) }
        }
        let found = AliasedType(name: type.name.name, arguments: Dictionary(pairs) { first, _ in first })
        aliases[alias] = found
        return found
    }

    /// Returns the types that only the files of a module declare, as far as the names of folders show it.
    func types(ofModule name: String) -> [String] {
        if let known = modules[name] { return known }
        let own = folders[name] ?? []
        let found = Set(own.flatMap { types.declaring[$0] ?? [] }).filter { type in
            types.files[type]?.allSatisfy(own.contains) ?? false
        }
        .sorted()
        modules[name] = found
        return found
    }

    /// Returns the files in each folder, and in those inside of it, by the name of the folder.
    private func filesByFolder() -> [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        for (file, entry) in files.enumerated() {
            for folder in entry.path.split(separator: "/").dropLast() {
                result[String(folder), default: []].insert(file)
            }
        }
        return result
    }

    /// Returns the type that declares a member that a type has.
    func valueOwner(ofMember name: String, in type: String) -> String? {
        let key = MemberName(name: name, type: type)
        if let known = owners[key] { return known }
        let mentioning = Set(filters.files(with: [name]))
        let owner = ([type] + types.ancestors(of: type).sorted()).first { owner in
            (types.files[owner] ?? []).contains { file in
                mentioning.contains(file) && members(file).members[name]?.contains { $0.owner == owner } ?? false
            }
        }
        owners[key] = owner
        return owner
    }

    /// Returns whether code at a place isn't part of the product: a test, a stand-in, or a preview.
    func isTest(_ file: Int) -> Bool {
        if let known = tests[file] { return known }
        let path = files[file].path
        let folders = path.split(separator: "/").dropLast()
        let isTest =
            places.place(path) == .test || FlagNames.isDouble(PathText.name(of: path).prefix { $0 != "." })
            || path.hasSuffix("Tests.swift")
            || folders.contains { $0.hasSuffix("Tests") || $0 == "Mocks" } && !folders.contains("Sources")
            || imports(["XCTest", "Testing"], file)
        tests[file] = isTest
        return isTest
    }

    private func imports(_ modules: [String], _ file: Int) -> Bool {
        guard let tree = tree(file) else { return false }
        return tree.root.statements.contains { item in
            item.item.as(ImportDeclSyntax.self)?.path.first.map { modules.contains($0.name.text) } ?? false
        }
    }

    /// Returns whether a file is a debug menu, according to the configuration or a whole part of its path.
    func isDebugMenu(_ file: Int) -> Bool {
        let path = files[file].path
        return places.place(path) == .debugMenu
            || path.split(separator: "/").contains { part in
                ["Debug", "DebugMenu", "Developer", "DeveloperMenu"].contains(part.split(separator: ".").first)
            }
    }

    func place(_ file: Int) -> ToggleUse.Place { places.place(files[file].path) }
}
