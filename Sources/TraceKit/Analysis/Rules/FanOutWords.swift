/// What to say about a cause that reaches every instance of a view, by what the cause is.
struct FanOutWords {
    let title: String
    let hint: String

    init(_ node: Int, driver: String, view: Int, _ context: RuleContext) {
        let name = context.shortViewName(view)
        let cause = node - context.records.firstCauseNode
        switch cause < 0 ? nil : context.records.causes[cause].kind {
        case .observable, .observer:
            title = "Each \(name) depends on the whole \(driver)"
            hint =
                "Do not read \(driver) inside \(name): read it in the parent and pass each \(name) the one value it "
                + "shows, or keep that value in an @Observable model of its own for each \(name). One change then "
                + "updates one \(name)."
        case .state:
            title = "Each \(name) depends on the whole \(driver)"
            hint =
                "Pass each \(name) only its part of \(driver) (a Bool or a value, not the whole state or a binding to "
                + "it), or move the state down into the view that shows it."
        case .defaults:
            title = "Each \(name) listens to the setting \(driver)"
            hint =
                "Read \(driver) once in the parent and pass it as a value: @AppStorage in every \(name) makes each one "
                + "listen to UserDefaults."
        case .environment, .environmentWriter, .externalEnvironment:
            title = "\(driver) reaches every \(name)"
            hint =
                "Keep \(Self.value(driver)) out of the environment while it changes often: pass it to the views that "
                + "use "
                + "it, or put an @Observable object there, so that only readers of the changed property update. Read "
                + "the "
                + "environment above \(name), and pass \(name) values."
        case .creation, .transaction, .system, .other, .gesture, .update, nil:
            title = "\(driver) updates every \(name)"
            hint =
                "Find what all \(name) share (trace-analyze chains shows the way from \(driver)) and give each one "
                + "only "
                + "the value it shows."
        }
    }
    /// `Child Environment: SearchContext` → `SearchContext`.
    static func value(_ name: String) -> String {
        guard let colon = name.lastIndex(of: ":") else { return name }
        let value = name[name.index(after: colon)...].drop { $0 == " " }
        return value.isEmpty ? name : String(value)
    }
}
