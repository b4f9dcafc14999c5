package import ToggleManifest

/// A place in the sources that has to do with a toggle.
package struct ToggleUse: Sendable, Hashable {
    /// What is named there.
    package enum Target: Sendable, Hashable {
        /// A declared toggle, by its key.
        case toggle(String)
        /// A text given to an API of string keys that is no declared key.
        case undeclared(String)
        /// A key that is put together at run time.
        case computed
    }

    /// How it is named.
    package enum Form: String, Sendable, Hashable, Codable {
        /// `.newCheckout` or `Toggles.newCheckout`.
        case member
        /// A text: `"new_checkout"`.
        case string
        /// A property of another team's own declaration: `settings.newCheckoutEnabled`.
        case property
        /// A word in a script: `toggles set new_checkout on`.
        case script
    }

    /// How sure it is that the toggle is meant.
    package enum Certainty: String, Sendable, Hashable, Codable {
        /// It stands in a call or at a place that takes toggles only.
        case certain
        /// It may be a member of another type with the same name.
        case possible
    }

    /// In which kind of code it stands.
    package enum Place: String, Sendable, Hashable, Codable {
        /// Code that ships.
        case production
        /// A test target, or a file that imports a test library.
        case test
        /// A preview.
        case preview
        /// A debug menu, as the configuration names them.
        case debugMenu
        /// The declaration of the toggle itself, or a member of its type such as a switch over all cases.
        case declaration
        /// A script outside of Swift, or a setting for a process that Swift starts.
        case script
    }

    /// A value is kept where it stands from the first use on.
    package enum Freeze: String, Sendable, Hashable, Codable {
        /// A `static` property.
        case staticProperty
        /// A variable outside of any type.
        case global
        /// A default argument: read whenever the argument is left out, far from who reads the signature.
        case defaultArgument
    }

    /// What is named.
    package var target: Target
    /// How it is named.
    package var form: Form
    /// How sure it is.
    package var certainty: Certainty
    /// In which kind of code it stands.
    package var place: Place
    /// The base name of the call that reads it, such as `isEnabled`; `nil` when it is only named, stored or passed on.
    package var call: String?
    /// The file, relative to the root of the project.
    package var path: String
    /// What is meant in the file.
    package var range: SourceRange
    /// The line in which it starts, without its line break.
    package var line: String
    /// The function, initializer, accessor or closure variable in whose body it stands, as `Checkout.start(for:)`; `nil`
    /// outside of any.
    package var function: String?
    /// Where in which body it stands; `nil` outside of any.
    package var bodyPlace: BodyPlace?
    /// Where its value decides between branches.
    package var condition: ToggleCondition?
    /// Where its value is kept from the first use on.
    package var freeze: Freeze?
    /// The conditions of the `#if` around it, outermost first, as written; `!(…)` for `#else`.
    package var compilationConditions: [String]

    /// Creates a use.
    package init(
        target: Target,
        form: Form,
        certainty: Certainty,
        place: Place,
        call: String? = nil,
        path: String,
        range: SourceRange,
        line: String,
        function: String? = nil,
        bodyPlace: BodyPlace? = nil,
        condition: ToggleCondition? = nil,
        freeze: Freeze? = nil,
        compilationConditions: [String] = []
    ) {
        self.target = target
        self.form = form
        self.certainty = certainty
        self.place = place
        self.call = call
        self.path = path
        self.range = range
        self.line = line
        self.function = function
        self.bodyPlace = bodyPlace
        self.condition = condition
        self.freeze = freeze
        self.compilationConditions = compilationConditions
    }
}

/// How a toggle decides between branches.
package struct ToggleCondition: Sendable, Hashable {
    /// Whether the toggle's value is negated where it is read: `!`, `== false`, `guard` is not a negation.
    package var isNegated: Bool
    /// The whole condition, when it has the same value whatever the toggle says: `true` for `toggle || true`.
    package var constant: Bool?
    /// Whether both branches have the same code, comments and layout aside.
    package var hasSameBranches: Bool
    /// The keys of toggles that decide whether this one is asked at all: an outer `if`, or what stands before it in `&&`.
    package var enclosing: [String]
    /// What runs only when the toggle is on; `nil` when nothing does, or when it runs in other cases, too.
    package var whenOn: CodeExcerpt?
    /// What runs only when the toggle is off; `nil` when nothing does, or when it runs in other cases, too.
    package var whenOff: CodeExcerpt?
    /// Whether something else decides as well, as in `toggle && isOpen`.
    package var isPartial: Bool
    /// Whether code guarded by it contains an `#if` on RELEASE, or it stands in one.
    package var meetsReleaseCondition: Bool

    /// Creates a condition.
    package init(
        isNegated: Bool = false,
        constant: Bool? = nil,
        hasSameBranches: Bool = false,
        enclosing: [String] = [],
        whenOn: CodeExcerpt? = nil,
        whenOff: CodeExcerpt? = nil,
        isPartial: Bool = false,
        meetsReleaseCondition: Bool = false
    ) {
        self.isNegated = isNegated
        self.constant = constant
        self.hasSameBranches = hasSameBranches
        self.enclosing = enclosing
        self.whenOn = whenOn
        self.whenOff = whenOff
        self.isPartial = isPartial
        self.meetsReleaseCondition = meetsReleaseCondition
    }
}

/// A stretch of code.
package struct CodeExcerpt: Sendable, Hashable {
    /// Where it stands.
    package var range: SourceRange
    /// Its beginning on one line, at most 60 characters: `showOnePage(cart)…`.
    package var text: String

    /// Creates an excerpt.
    package init(range: SourceRange, text: String) {
        self.range = range
        self.text = text
    }
}
