package laurel.ranking.check;

import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import laurel.Command;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import laurel.ranking.check.RankingChecker.RankingFilter;
import laurel.request.AppSource;
import org.jspecify.annotations.Nullable;

/** {@code check-rankings [--app key] [--leaderboard key] [--repair]}: checks all apps and leaderboards by default. */
@Singleton
@Named(Command.CHECK_RANKINGS)
class CheckRankings implements Command {
    private static final int PAGE = 500;
    private static final String USAGE = Command.CHECK_RANKINGS + " [--app key] [--leaderboard key] [--repair]";

    private final RankingChecker checker;
    private final AppSource apps;

    CheckRankings(RankingChecker checker, AppSource apps) {
        this.checker = checker;
        this.apps = apps;
    }

    /** The parsed arguments. */
    private static final class Options {
        @Nullable
        String app;

        @Nullable
        String leaderboard;

        boolean repair;

        Options(List<String> arguments) throws CannotRunException {
            Queue<String> remaining = new ArrayDeque<>(arguments);
            while (!remaining.isEmpty()) {
                String option = remaining.remove();
                switch (option) {
                    case "--app" -> app = value(option, remaining);
                    case "--leaderboard" -> leaderboard = value(option, remaining);
                    case "--repair" -> repair = true;
                    default -> throw new CannotRunException("unknown option " + option + "; usage: " + USAGE);
                }
            }
        }

        private static String value(String option, Queue<String> remaining) throws CannotRunException {
            String value = remaining.poll();
            if (value == null) {
                throw new CannotRunException("there is no key after " + option + "; usage: " + USAGE);
            }
            return value;
        }
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out) throws CannotRunException {
        Options options = new Options(arguments);
        @Nullable Integer app = options.app == null ? null : app(options.app);
        int rankings = 0;
        int wrong = 0;
        List<CheckedRanking> page = page(app, options, 0);
        if (page.isEmpty() && options.leaderboard != null) {
            throw new CannotRunException("there is no leaderboard with the key " + options.leaderboard);
        }
        while (!page.isEmpty()) {
            for (CheckedRanking ranking : page) {
                Optional<RankingChecker.RankingCheck> check = checker.check(ranking, options.repair);
                check.ifPresent(found -> print(found, out));
                rankings += check.isPresent() ? 1 : 0;
                wrong += check.isEmpty() || check.get().isCorrect() ? 0 : 1;
            }
            page = page(app, options, page.getLast().id());
        }
        out.printf("%d rankings checked, %d of them wrong%n", rankings, wrong);
        return wrong == 0;
    }

    private int app(String key) throws CannotRunException {
        return apps.idOf(key).orElseThrow(() -> new CannotRunException("there is no app with the key " + key));
    }

    private List<CheckedRanking> page(@Nullable Integer app, Options options, long after) {
        return checker.list(new RankingFilter(app, options.leaderboard, after, PAGE));
    }

    private static void print(RankingChecker.RankingCheck check, PrintStream out) {
        var found = check.found();
        String verdict = found.isCorrect()
                ? "correct"
                : found.differenceCount() + " differences" + (check.repaired() ? ", repaired" : "");
        out.printf(
                "%s: %d entries, %d index nodes, %s%n",
                check.ranking(), found.entryCount(), found.nodeCount(), verdict);
        found.examples().forEach(example -> out.println("  " + example));
    }
}
