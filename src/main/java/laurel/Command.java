package laurel;

import java.io.PrintStream;
import java.util.List;

/** A command that the program runs instead of serving, if its first argument names it. It returns one of the exit codes. */
public interface Command {
    /** Name of the command that compares ranks with entries. */
    String CHECK_RANKINGS = "check-rankings";

    /** All commands. */
    List<String> NAMES = List.of(CHECK_RANKINGS);

    /** Exit code: success. */
    int SUCCEEDED = 0;
    /** Exit code: the command printed what is wrong. */
    int PROBLEM_FOUND = 1;
    /** Exit code: the command could not run. */
    int FAILED = 2;

    /**
     * Runs the command. Returns false if it found and printed a problem.
     *
     * @param arguments the arguments after its name
     * @param out       the output for a person or a script
     */
    boolean run(List<String> arguments, PrintStream out) throws CannotRunException;

    /** The command cannot run with these arguments or on this database. The message is one line with the reason. */
    final class CannotRunException extends Exception {
        private static final long serialVersionUID = 1L;

        public CannotRunException(String line) {
            super(line);
        }
    }
}
