package import ToggleManifest

/// A use of a toggle in the sources.
package struct ToggleUse: Sendable, Hashable {
    /// The toggle that the use names.
    package enum Target: Sendable, Hashable {
        /// A declared toggle, by its key.
        case toggle(String)
        /// A string that is passed to an API of string keys, but isn't a declared key.
        case undeclared(String)
        /// A key that is built at run time.
        case computed
    }

    /// The form of the use.
    package enum Form: String, Sendable, Hashable, Codable {
        /// `.newCheckout` or `Toggles.newCheckout`.
        case member
        /// A string: `"new_checkout"`.
        case string
        /// A property of an existing declaration: `settings.newCheckoutEnabled`.
        case property
        /// A word in a script: `toggles set new_checkout on`.
        case script
    }

    /// The certainty that the use refers to the toggle.
    package enum Certainty: String, Sendable, Hashable, Codable {
        /// It is in a call or position that accepts only toggles.
        case certain
        /// It may be a member of another type with the same name.
        case possible
    }

    /// The kind of code that contains the use.
    package enum Place: String, Sendable, Hashable, Codable {
        /// Production code.
        case production
        /// A test target, or a file that imports a test library.
        case test
        case preview
        /// A debug menu, according to the configuration.
        case debugMenu
        /// The declaration of the toggle itself, or a member of its type, such as a switch over all cases.
        case declaration
        /// A script in another language, or a setting for a process that Swift code starts.
        case script
    }

    /// A declaration that keeps the value of its first use.
    package enum Freeze: String, Sendable, Hashable, Codable {
        /// A `static` property.
        case staticProperty
        /// A global variable.
        case global
        /// A default argument, which is read whenever the argument is omitted, and which callers don't see.
        case defaultArgument
    }

    /// The toggle that the use names.
    package var target: Target
    /// The form of the use.
    package var form: Form
    /// The certainty of the use.
    package var certainty: Certainty
    /// The kind of code that contains the use.
    package var place: Place
    /// The base name of the call that reads the toggle, such as `isEnabled`; `nil` if the toggle is only named, stored,
    /// or passed on.
    package var call: String?
    /// The base name of the call that takes a possible use, which may read the toggle.
    package var receiver: String?
    /// The file, relative to the root of the project.
    package var path: String
    /// The range in the file.
    package var range: SourceRange
    /// The line in which the use starts, without its line break.
    package var line: String
    /// The enclosing function, initializer, accessor, or closure variable, such as `Checkout.start(for:)`; `nil`
    /// outside of any.
    package var function: String?
    /// The place in the enclosing body; `nil` outside of any.
    package var bodyPlace: BodyPlace?
    /// The condition that depends on the toggle's value.
    package var condition: ToggleCondition?
    /// The declaration that keeps the value of its first use.
    package var freeze: Freeze?
    /// The conditions of the `#if` around it, outermost first, as written; `!(…)` for `#else`.
    package var compilationConditions: [String]

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

    /// Removes the code around the use, because its file is outside of the project.
    package mutating func removeCode() {
        line = ""
        condition?.whenOn?.text = "…"
        condition?.whenOff?.text = "…"
    }
}

/// A condition in which a toggle selects a branch.
package struct ToggleCondition: Sendable, Hashable {
    /// Whether the toggle's value is negated by `!` or `== false`; `guard` is not a negation.
    package var isNegated: Bool
    /// The value of the whole condition if the toggle doesn't change it: `true` for `toggle || true`.
    package var constant: Bool?
    /// Whether both branches have the same code, ignoring comments and layout.
    package var hasSameBranches: Bool
    /// The keys of toggles that decide whether this one is read: in an outer `if`, or before it in `&&`.
    package var enclosing: [String]
    /// The code that runs only if the toggle is on; `nil` if there is none, or if it also runs in other cases.
    package var whenOn: CodeExcerpt?
    /// The code that runs only if the toggle is off; `nil` if there is none, or if it also runs in other cases.
    package var whenOff: CodeExcerpt?
    /// Whether the condition depends on something else as well, as in `toggle && isOpen`.
    package var isPartial: Bool
    /// Whether the code that it guards contains an `#if` on RELEASE, or the condition is inside one.
    package var meetsReleaseCondition: Bool

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

/// A piece of code.
package struct CodeExcerpt: Sendable, Hashable {
    /// The range of the code.
    package var range: SourceRange
    /// Its beginning as one line of at most 60 characters: `showOnePage(cart)…`.
    package var text: String

    package init(range: SourceRange, text: String) {
        self.range = range
        self.text = text
    }
}
