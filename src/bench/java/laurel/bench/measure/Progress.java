package laurel.bench.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** How far the run is: a bar on a terminal, elsewhere a line now and then. */
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
    private long told;
    private long began;

    Progress(PrintStream out, boolean bar) {
        this.out = out;
        this.bar = bar;
    }

    /** On standard error, whether that is a terminal or not. */
    public static Progress onStandardError() {
        return new Progress(System.err, isTerminal());
    }

    /** The shell knows; Java has only been told so since 22. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /** Begins something that takes so many of the unit. */
    public void begin(String what, long total, String unit) {
        this.what = what;
        this.total = Math.max(1, total);
        this.unit = unit;
        done = 0;
        began = System.nanoTime();
        told = began;
        if (bar) {
            show();
        }
    }

    public void advance(long units) {
        done += units;
        long now = System.nanoTime();
        if (now - told >= (bar ? REDRAW : NEXT_LINE).toNanos()) {
            told = now;
            show();
        }
    }

    /** Ends what was begun. */
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

    /** Says something else. */
    public void say(String line) {
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
