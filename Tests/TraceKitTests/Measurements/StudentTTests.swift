import Testing

@testable import TraceKit

@Suite struct StudentTTests {
    /// Abramowitz and Stegun, table 26.10: the t that is exceeded with a probability of 5 % and 0.1 %, two-sided.
    @Test(arguments: [
        (1, 12.706, 636.619), (2, 4.303, 31.599), (3, 3.182, 12.924), (4, 2.776, 8.610), (7, 2.365, 5.408),
        (10, 2.228, 4.587), (30, 2.042, 3.646), (120, 1.980, 3.373),
    ])
    func `as in the tables`(degrees: Int, five: Double, tenth: Double) {
        #expect(abs(StudentT.p(five, degrees: degrees) - 0.05) < 1e-4)
        #expect(abs(StudentT.p(-tenth, degrees: degrees) - 0.001) < 2e-6)
        #expect(StudentT.p(0, degrees: degrees) == 1 && StudentT.p(.infinity, degrees: degrees) == 0)
    }

    @Test func `a quantile is what is exceeded that often, to one side`() {
        #expect(abs(StudentT.quantile(0.025, degrees: 7, most: 10) - 2.365) < 2e-3)
        #expect(abs(StudentT.quantile(0.0005, degrees: 10, most: 10) - 4.587) < 2e-3)
        #expect(StudentT.quantile(0.0005, degrees: 1, most: 6) == 6)
    }
}
