package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import laurel.CommandLine.Print;
import laurel.CommandLine.Run;
import laurel.CommandLine.Serve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    @Test
    void startsServiceWithoutArgumentsOrWithSettings() {
        assertThat(CommandLine.of()).isEqualTo(new Serve(List.of()));
        assertThat(CommandLine.of("--laurel.demo=false", "--micronaut.server.port=9090"))
                .isEqualTo(new Serve(List.of("--laurel.demo=false", "--micronaut.server.port=9090")));
    }

    @Test
    void acceptsAValueWithLineBreaks() {
        String option = "--laurel.tokens.issuers[0].public-key=-----BEGIN PUBLIC KEY-----\nMIIB\n";
        assertThat(CommandLine.of(option)).isEqualTo(new Serve(List.of(option)));
    }

    @Test
    void runsCommandOfFirstArgument() {
        assertThat(CommandLine.of("check-rankings", "--repair"))
                .isEqualTo(new Run("check-rankings", List.of("--repair")));
    }

    @Test
    void printsHelpAndVersion() {
        assertThat(CommandLine.of("--help")).isInstanceOfSatisfying(Print.class, print -> {
            assertThat(print.code()).isZero();
            assertThat(print.text()).contains(Command.NAMES).contains("--version");
        });
        assertThat(CommandLine.of("check-rankings", "--help")).isEqualTo(CommandLine.of("-h"));
        assertThat(CommandLine.of("--version")).isInstanceOfSatisfying(Print.class, print -> {
            assertThat(print.code()).isZero();
            assertThat(print.text()).startsWith("Laurel ");
        });
    }

    @Test
    void rejectsUnknownOptions() {
        for (String option : List.of("--port", "-x", "--database.url", "--laurel.demo")) {
            assertThat(CommandLine.of("--laurel.demo=false", option))
                    .isEqualTo(new Print("unknown option " + option + "; --help lists the options", 2));
        }
    }

    /** The versions of Java on which a virtual thread may wait forever. */
    @ParameterizedTest
    @CsvSource({
        "21.0.1+12,false",
        "24.0.2+1,false",
        "25+36,true",
        "25.0.3+9,true",
        "25.0.4+7,false",
        "26.0.1+1,true",
        "26.0.2+1,false"
    })
    void warnsOfJavaThatLosesVirtualThreads(String version, boolean expected) {
        assertThat(Laurel.losesVirtualThreads(Runtime.Version.parse(version))).isEqualTo(expected);
    }

    @Test
    void doesNotPrintTheValueOfAnUnknownOption() {
        assertThat(CommandLine.of("--database.password=secret\n=secret"))
                .isEqualTo(new Print("unknown option --database.password; --help lists the options", 2));
    }
}
