package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.Installed;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The component for Unity of src/docs/clients, compiled with a stand-in for Unity: applies vectors, follows a leaderboard. */
@Timeout(180)
final class CSharpClientExampleTest {
    @TempDir
    static Path folder;

    private static String program;

    @BeforeAll
    static void compile() throws Exception {
        Installed.require(Stream.of("mcs", "mono").allMatch(CSharpClientExampleTest::works), "mono-mcs");
        program = folder.resolve("ClientCheck.exe").toString();
        List<String> command = new ArrayList<>(List.of("mcs", "-out:" + program, "-warnaserror", "-nowarn:0649"));
        command.add("src/docs/clients/LaurelTop.cs");
        ProjectFiles.below("src/test/csharp", "cs").forEach(file -> command.add(file.toString()));
        run(command);
    }

    @Test
    void appliesVectors() throws Exception {
        List<String> command = new ArrayList<>(List.of("mono", program, "vectors"));
        ProjectFiles.below("src/main/web/client/vectors", "json").stream()
                .map(Path::toString)
                .filter(file -> !file.contains("ranks-"))
                .forEach(command::add);
        assertThat(command).hasSizeGreaterThan(15);
        assertThat(run(command)).matches("\\d{3,} steps");
    }

    @Test
    void followsLeaderboard() throws Exception {
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), Map.of("laurel.live.tick", "10ms"))) {
            laurel.client().ask("mutation { createLeaderboard(input: {key: \"laps\"}) { errors { message } } }");
            String address = laurel.address().toString().replaceFirst("http", "ws");
            Process process = start(List.of("mono", program, "follow", address, "laps", LaurelServer.KEY));
            try (BufferedReader lines = process.inputReader(UTF_8)) {
                assertThat(lines.readLine()).isEmpty();
                submit(laurel, "ada", 5);
                assertThat(lines.readLine()).matches("\\S+ 1 1 5/0");
                submit(laurel, "bea", 7);
                assertThat(lines.readLine()).matches("\\S+ 1 1 7/0, \\S+ 2 2 5/0");
                submit(laurel, "cleo", 5);
                assertThat(lines.readLine()).matches("\\S+ 1 1 7/0, \\S+ 2 2 5/0, \\S+ 2 3 5/0");
                laurel.client()
                        .ask(
                                "mutation { deleteLeaderboard(input: {leaderboardKey: \"laps\"}) { errors { message } } }");
                assertThat(lines.readLine()).isEqualTo("ended: complete");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static void submit(LaurelServer laurel, String participant, int score) {
        laurel.client().ask("""
                        mutation ($id: String!, $score: Score!) {
                          submitScore(input: {leaderboardKey: "laps", participant: {externalId: $id}, score: $score}) {
                            errors { message }
                          }
                        }""", Map.of("id", participant, "score", score));
    }

    private static boolean works(String command) {
        try {
            return start(List.of(command, "--version")).waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a command that must succeed, and returns its output. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
