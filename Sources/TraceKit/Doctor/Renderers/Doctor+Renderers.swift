extension Doctor {
    /// The formats of what an input is.
    public static let renderers = Renderers<Drawing<Doctor>>([
        Renderer("text", "text/plain", TextDoctor.render), Renderer("json", "application/json", JSONDoctor.render),
    ])
}
