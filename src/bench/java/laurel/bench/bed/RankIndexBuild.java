package laurel.bench.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds the rank index for entries that the service has not written, with the operator's command. */
final class RankIndexBuild {
    private RankIndexBuild() {}

    /** Throws IOException if the index is wrong afterwards. */
    static void build(Bed bed, Board board) throws IOException, InterruptedException {
        bed.progress().print(board.label() + ": its rank index is built and compared with the window functions");
        Path output = bed.directory("checks").resolve(board.key() + ".txt");
        ProcessBuilder command = new ProcessBuilder(
                Service.command(bed.options(), "check-rankings", "--leaderboard", board.key(), "--repair"));
        bed.postgres().setEnvironment(command.environment());
        Process process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("no rank index of " + board.key() + ": " + Files.readString(output));
        }
    }
}
