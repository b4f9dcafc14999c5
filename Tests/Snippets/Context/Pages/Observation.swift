@MainActor
final class Control {
    var isHidden = false
}

@MainActor let button = Control()
