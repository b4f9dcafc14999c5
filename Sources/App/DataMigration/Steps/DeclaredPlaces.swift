import ToggleBase

/// The locations of steps and moves in a JSON document, for diagnostics.
struct DeclaredPlaces {
    private let document: JSONDocument
    private let steps: [LocatedValue]

    init(_ document: JSONDocument) {
        self.document = document
        steps = document.root["steps"]?.value.elements ?? []
    }

    /// Returns the location of a member of the root object, or of the document if it has no such member.
    func location(ofRoot name: String) -> JSONLocation {
        document.location(at: (document.root[name]?.value ?? document.root).range.lowerBound)
    }

    /// Returns the location of a step.
    func location(ofStep index: Int) -> JSONLocation {
        document.location(at: steps.indices.contains(index) ? steps[index].range.lowerBound : 0)
    }

    /// Returns the location of a diagnostic: a member of a step or move, or else the step or move itself.
    func location(of problem: DeclaredStep.Diagnostic, in index: Int) -> JSONLocation {
        guard steps.indices.contains(index) else { return location(ofStep: index) }
        var value = steps[index]
        if let move = problem.move, let moves = value["moves"]?.value.elements, moves.indices.contains(move) {
            value = moves[move]
        }
        let place = problem.member.flatMap { value[$0]?.nameRange } ?? value.range
        return document.location(at: place.lowerBound)
    }
}
