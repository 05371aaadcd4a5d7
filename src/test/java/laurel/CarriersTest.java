package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The service has enough carrier threads while virtual threads wait for class initialization. */
class CarriersTest {
    private static final int WAITING = 12;

    /** Contains a class whose initializer blocks until the test releases it. */
    private static final class Slow {
        static final CountDownLatch BEGUN = new CountDownLatch(1);
        static final CountDownLatch MAY_END = new CountDownLatch(1);

        private static final class Loading {
            static final int VALUE = load();

            private static int load() {
                BEGUN.countDown();
                try {
                    MAY_END.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return 1;
            }
        }
    }

    /** Runs in a separate JVM, because the number of carriers is read once. Prints {@code free}, unless it hangs. */
    static final class Main {
        public static void main(String[] arguments) throws Exception {
            Laurel.provideCarriers();
            List<Thread> waiting = new ArrayList<>();
            for (int n = 0; n < WAITING; n++) {
                waiting.add(Thread.startVirtualThread(() -> System.setProperty("value", "" + Slow.Loading.VALUE)));
            }
            Slow.BEGUN.await();
            Thread free = Thread.startVirtualThread(() -> System.out.println("free"));
            free.join();
            Slow.MAY_END.countDown();
            for (Thread thread : waiting) {
                thread.join();
            }
        }
    }

    @Test
    void runsVirtualThreadWhileOthersWaitForClassInitialization() throws Exception {
        List<String> command = new ArrayList<>(ChildJava.command());
        // A machine with more processors has enough carriers in any case.
        command.add("-XX:ActiveProcessorCount=2");
        command.add(Main.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES))
                    .as("the process has ended")
                    .isTrue();
            assertThat(process.inputReader().lines()).containsExactly("free");
        } finally {
            process.destroyForcibly();
        }
    }
}
