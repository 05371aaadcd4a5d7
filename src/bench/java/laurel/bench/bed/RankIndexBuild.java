package laurel.bench.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Has the rank index made over entries that were not written by the service: the operator's command does that. */
final class RankIndexBuild {
    private RankIndexBuild() {}

    /** Throws IOException where the index is not as it should be afterwards. */
    static void build(Bed bed, Board board) throws IOException, InterruptedException {
        bed.progress().say(board.label() + ": its rank index is made, and compared with the window functions");
        Path said = bed.directory("checks").resolve(board.key() + ".txt");
        ProcessBuilder command = new ProcessBuilder(
                Service.command(bed.options(), "check-rankings", "--leaderboard", board.key(), "--repair"));
        bed.postgres().tell(command.environment());
        Process process =
                command.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (process.waitFor() != 0) {
            throw new IOException("no rank index of " + board.key() + ": " + Files.readString(said));
        }
    }
}
