package laurel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @Test
    void writesMarkdownAndJson(@TempDir Path directory) throws Exception {
        Report report = new Report();
        report.condition("machine", "a small one");
        Table table = new Table("Ways", "Each once.", List.of("way"), List.of("p50 µs", "ratio"));
        table.row(List.of("fast"), List.of(1234.56, 1.0));
        table.row(List.of("slow"), List.of(12_345_678L, 9.876));
        report.add(table);
        report.atMost("slow / fast", 2, 9.876);
        report.atLeast("fast", 15_000, 20_000);
        report.problem("no response");
        report.write(directory.resolve("new"));
        assertThat(report.failed()).isTrue();
        assertThat(Files.readString(directory.resolve("new/bench.md"))).isEqualTo("""
                # Laurel measured

                - machine: a small one

                ## Problems

                - no response

                ## Goals

                Goals and figures of this run.

                | figure | goal | measured | reached |
                | --- | --- | ---: | --- |
                | slow / fast | ≤ 2.00 | 9.88 | **no** |
                | fast | ≥ 15,000 | 20,000 | yes |

                ## Ways

                Each once.

                | way | p50 µs | ratio |
                | --- | ---: | ---: |
                | fast | 1,235 | 1.00 |
                | slow | 12,345,678 | 9.88 |
                """);
        assertThat(Files.readString(directory.resolve("new/bench.json"))).isEqualTo("""
                {"conditions":{"machine":"a small one"},"problems":["no response"],\
                "goals":[{"figure":"slow / fast","atMost":2.0,"measured":9.876,"reached":false},\
                {"figure":"fast","atLeast":15000.0,"measured":20000.0,"reached":true}],\
                "tables":[{"title":"Ways","description":"Each once.","rows":[\
                {"way":"fast","p50 µs":1234.56,"ratio":1.0},{"way":"slow","p50 µs":12345678,"ratio":9.876}]}]}""");
    }
}
