/// How Instruments names what a story holds. The importer's rules run the other way, so that the JSON file and the
/// xctrace directory of one story give the same records.
enum InstrumentsWords {
    /// A body is described as `LandmarkRow.body`, a layout as `Layout: HStack`, and so on; the JSON `view` is the
    /// description without that prefix or suffix. Representables and other updates have none.
    static func description(of update: Update) -> String {
        switch update.kind {
        case .body: update.view + ".body"
        case .layout: "Layout: " + update.view
        case .gesture: "Gesture: " + update.view
        case .onChange: "onChange: " + update.view
        case .action: "Action Callback: " + update.view
        case .representable, .other: update.view
        }
    }

    static func updateType(of update: Update) -> String {
        switch update.kind {
        case .body: "View Body Updates"
        case .representable: "Representable Updates"
        case .layout, .gesture, .onChange, .action, .other: "Other Updates"
        }
    }

    /// Nil for checks, which are no rows of the updates table.
    static func category(of update: Update) -> String? {
        switch update.phase {
        case .update: "Update"
        case .creation: "Creation"
        case .check: nil
        }
    }

    /// Instruments' own word, which follows its colours (orange above 0.5 ms, red above 1 ms) and not the deadlines of
    /// a frame. Nil for checks and for updates without an end.
    static func severity(of update: Update) -> String? {
        guard update.phase != .check, let duration = update.duration else { return nil }
        switch duration {
        case ...200_000: return "Very Low"
        case ...500_000: return "Low"
        case ...1_000_000: return "Moderate"
        case ...2_000_000: return "High"
        default: return "Very High"
        }
    }

    /// The kind stands in front of the name, except where the name in a story already tells it, as in
    /// `EnvironmentWriter: SearchContext`, `Creation of LandmarkRow` or `Transaction`.
    static func name(of cause: Cause) -> String {
        switch cause.kind {
        case .state: "@State " + cause.name
        case .observable: "@Observable " + cause.name
        case .defaults: "@AppStorage " + cause.name
        case .environment, .externalEnvironment, .environmentWriter, .transaction, .creation: cause.name
        }
    }

    /// `Tap "Favorite"`: a gesture at the root of the cause graph.
    static func name(of interaction: Interaction) -> String {
        let kind = interaction.kind.prefix(1).uppercased() + interaction.kind.dropFirst()
        return "\(kind) \"\(interaction.name)\""
    }

    static func symbol(of kind: Cause.Kind) -> String {
        switch kind {
        case .state: "slider.horizontal.3"
        case .observable: "eye"
        case .defaults: "internaldrive"
        case .environment, .externalEnvironment: "leaf"
        case .environmentWriter: "pencil.and.list.clipboard"
        case .transaction: "arrow.triangle.2.circlepath"
        case .creation: "plus.square"
        }
    }
}
