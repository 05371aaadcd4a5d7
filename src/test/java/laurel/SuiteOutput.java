package laurel;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Copies what tests and the services in their process print to the file that the system property {@code suite.output}
 * names. {@link SuiteOutputIT} searches it for secrets when all tests have ended. Registered as a service.
 */
public final class SuiteOutput implements TestExecutionListener {
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        String name = System.getProperty("suite.output");
        if (name == null) {
            return;
        }
        try {
            OutputStream file = Files.newOutputStream(Path.of(name));
            System.setOut(copying(System.out, file));
            System.setErr(copying(System.err, file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PrintStream copying(PrintStream console, OutputStream file) {
        return new PrintStream(new Copy(console, file), true, StandardCharsets.UTF_8);
    }

    private static final class Copy extends OutputStream {
        private final PrintStream console;
        private final OutputStream file;

        Copy(PrintStream console, OutputStream file) {
            this.console = console;
            this.file = file;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
            console.write(bytes, start, length);
            synchronized (file) {
                file.write(bytes, start, length);
            }
        }

        @Override
        public void flush() {
            console.flush();
        }
    }
}
