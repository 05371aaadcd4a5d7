package laurel;

import java.io.PrintStream;
import java.util.List;

/** What the program does instead of serving, where its first argument names it. It then ends with one of the exit codes. */
public interface Command {
    /** Name of the command that compares ranks with entries. */
    String CHECK_RANKINGS = "check-rankings";

    /** Every command there is. */
    List<String> NAMES = List.of(CHECK_RANKINGS);

    /** All is well. */
    int WELL = 0;
    /** Something is not, and has been told. */
    int NOT_WELL = 1;
    /** It could not be done. */
    int FAILED = 2;

    /**
     * Does it, and says whether all is well.
     *
     * @param arguments those behind its name
     * @param out       what a person or a script reads
     */
    boolean run(List<String> arguments, PrintStream out) throws CannotRunException;

    /** It cannot be done as it was asked for. The message is one line that says why. */
    final class CannotRunException extends Exception {
        private static final long serialVersionUID = 1L;

        public CannotRunException(String line) {
            super(line);
        }
    }
}
