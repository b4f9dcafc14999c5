/// A stand-in for SwiftUI's views, which don't exist on every system.
public protocol View {
    /// Draws the view.
    func draw()
}

/// A view that hides the type of another one.
public struct AnyView: View {
    private let content: any View

    /// Creates a view that draws another one.
    public init<Content: View>(_ content: Content) {
        self.content = content
    }

    /// Draws the content.
    public func draw() { content.draw() }
}

/// The view of an `if` in a view builder, whose type contains the types of both branches.
public struct ConditionalView<First: View, Second: View>: View {
    private enum Branch {
        case first(First)
        case second(Second)
    }

    private let branch: Branch

    init(first: First) { branch = .first(first) }

    init(second: Second) { branch = .second(second) }

    /// Draws the branch that was chosen.
    public func draw() {
        switch branch {
        case .first(let view): view.draw()
        case .second(let view): view.draw()
        }
    }
}

/// Builds views from branches, as SwiftUI does.
@resultBuilder
public enum ViewBuilder {
    /// Builds a view without branches.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Builds the view of the first branch.
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
        ConditionalView(first: first)
    }

    /// Builds the view of the second branch.
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        ConditionalView(second: second)
    }
}
