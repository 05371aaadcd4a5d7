package laurel.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as a promise that does not hold. */
final class BrowserReportTest {
    @Test
    void acceptsKeptPromises() {
        String json =
                "{\"rows\": {\"shown\": true, \"count\": 0, \"none\": null, \"all\": [{\"moved\": true}]}, \"failures\": []}";
        BrowserReport report = BrowserReport.read("{\"earlier\": false}\nA warning.\n" + json + "\n");
        report.assertKept();
        assertThat(report.promises()).isEqualTo(2);
        assertThat(report.text()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"rows": {"shown": false}}                    | .rows.shown is false
            {"rows": [{"shown": true}, {"shown": false}]} | .rows[1].shown is false
            {"shown": true, "failures": ["one"]}          | .failures: [one]
            """)
    void findsBrokenPromise(String json, String expected) {
        BrowserReport report = BrowserReport.read(json);
        assertThat(report.broken()).containsExactly(expected);
        assertThatThrownBy(report::assertKept)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"count\": 1}", "nothing", ""})
    void rejectsReportWithoutPromises(String printed) {
        assertThatThrownBy(() -> BrowserReport.read(printed).assertKept()).isInstanceOf(AssertionError.class);
    }
}
