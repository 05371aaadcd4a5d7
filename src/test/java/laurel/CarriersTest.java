package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Virtual threads get carrier threads while others wait for class initialization. */
class CarriersTest {
    /** More than {@link Carriers} provides when it first finds them occupied; before Java 24, fewer than it always provides. */
    private static final int WAITING = Runtime.version().feature() < 24 ? 12 : 40;

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
            Carriers.provide();
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
    void addsCarriersUntilNoVirtualThreadHasWaitedForTenSeconds() {
        Carriers carriers = new Carriers(2);
        assertThat(carriers.after(false)).isEqualTo(2);
        assertThat(List.of(carriers.after(true), carriers.after(true), carriers.after(true)))
                .containsExactly(16, 32, 64);
        assertThat(IntStream.range(0, 99).map(check -> carriers.after(false))).containsOnly(64);
        assertThat(List.of(carriers.after(true), carriers.after(true), carriers.after(true)))
                .containsExactly(128, 256, 256);
        assertThat(IntStream.range(0, 99).map(check -> carriers.after(false))).containsOnly(256);
        assertThat(carriers.after(false)).isEqualTo(2);
        assertThat(new Carriers(300).after(true)).isEqualTo(300);
    }

    @Test
    void runsVirtualThreadWhileOthersWaitForClassInitialization() throws Exception {
        List<String> command = new ArrayList<>(ChildJava.command());
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
