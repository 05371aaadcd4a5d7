package laurel.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Shows the progress of the run: a bar on a terminal, elsewhere a line at intervals. */
public final class Progress {
    private static final int WIDTH = 40;
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration NEXT_LINE = Duration.ofSeconds(5);

    private final PrintStream out;
    private final boolean bar;
    private String what = "";
    private String unit = "";
    private long total;
    private long done;
    private long shownAt;
    private long began;

    Progress(PrintStream out, boolean bar) {
        this.out = out;
        this.bar = bar;
    }

    /** Writes to standard error. */
    public static Progress onStandardError() {
        return new Progress(System.err, isTerminal());
    }

    /** Java before 22 cannot detect a terminal, so a shell command does. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("this thread was interrupted", e);
        }
    }

    /** Begins a step with this number of units. */
    public void begin(String what, long total, String unit) {
        this.what = what;
        this.total = Math.max(1, total);
        this.unit = unit;
        done = 0;
        began = System.nanoTime();
        shownAt = began;
        if (bar) {
            show();
        }
    }

    public void advance(long units) {
        done += units;
        long now = System.nanoTime();
        if (now - shownAt >= (bar ? REDRAW : NEXT_LINE).toNanos()) {
            shownAt = now;
            show();
        }
    }

    /** Ends the step. */
    public void end() {
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        out.printf(
                Locale.ROOT,
                "%s%s: %,d %s in %d s%s%n",
                bar ? "\r" : "",
                what,
                done,
                unit,
                seconds,
                bar ? "\033[K" : "");
    }

    /** Prints a line. */
    public void print(String line) {
        out.println(line);
    }

    private void show() {
        if (!bar) {
            out.printf(Locale.ROOT, "%s: %,d of %,d %s%n", what, done, total, unit);
            return;
        }
        int full = (int) (WIDTH * Math.min(done, total) / total);
        out.printf(
                Locale.ROOT,
                "\r%s [%s%s] %,d of %,d %s\033[K",
                what,
                "#".repeat(full),
                "-".repeat(WIDTH - full),
                done,
                total,
                unit);
        out.flush();
    }
}
