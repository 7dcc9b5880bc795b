/// A stage of a frame on its way to the display, as Instruments has a table for each.
enum FrameStage: CaseIterable {
    case app, render, gpu, wait, lifetime

    /// The table, and the category of its rows among the signposts.
    var category: Keyword {
        switch self {
        case .app: .hitchesUpdates
        case .render: .hitchesRenders
        case .gpu: .hitchesGPU
        case .wait: .hitchesFrameWait
        case .lifetime: .hitchesFrameLifetimes
        }
    }

    var schema: String { category.text }

    /// What its rows are called.
    var name: Keyword {
        switch self {
        case .app: .frameUpdate
        case .render: .frameRender
        case .gpu: .frameGPU
        case .wait: .frameWait
        case .lifetime: .frameLifetime
        }
    }
}
