import Testing

@testable import trace_analyze
