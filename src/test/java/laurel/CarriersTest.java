package laurel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The service has enough carrier threads while virtual threads wait for class initialization. */
class CarriersTest {
    private static final boolean CAN_CHANGE = Runtime.version().feature() >= 24;

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

    /**
     * Runs in a separate JVM, because all virtual threads of a JVM share its carriers. Prints {@code free}, unless it hangs,
     * and the number of carriers in the end, if that can change.
     */
    static final class Main {
        public static void main(String[] arguments) throws Exception {
            Carriers.provide(Duration.ofMillis(200));
            List<Thread> waiting = new ArrayList<>();
            for (int n = 0; n < Integer.parseInt(arguments[0]); n++) {
                waiting.add(Thread.startVirtualThread(() -> System.setProperty("value", "" + Slow.Loading.VALUE)));
            }
            Slow.BEGUN.await();
            Thread free = Thread.startVirtualThread(() -> System.out.println("free"));
            free.join();
            Slow.MAY_END.countDown();
            for (Thread thread : waiting) {
                thread.join();
            }
            if (CAN_CHANGE) {
                while (parallelism() != 2) {
                    Thread.onSpinWait();
                }
                System.out.println("2 carriers");
            }
        }

        private static int parallelism() throws JMException {
            ObjectName scheduler = new ObjectName("jdk.management:type=VirtualThreadScheduler");
            return (int) ManagementFactory.getPlatformMBeanServer().getAttribute(scheduler, "Parallelism");
        }
    }

    @Test
    void runsVirtualThreadWhileOthersWaitForClassInitialization() throws Exception {
        assertThat(printed(12)).first().isEqualTo("free");
    }

    @Test
    void addsCarriersWhileManyVirtualThreadsWaitAndGivesThemUpAgain() throws Exception {
        assumeThat(CAN_CHANGE).as("Java can change the number").isTrue();
        assertThat(printed(40)).containsExactly("free", "2 carriers");
    }

    /** What a process with two processors prints, apart from the log, while virtual threads wait. */
    private static List<String> printed(int waiting) throws Exception {
        List<String> command = new ArrayList<>(ChildJava.command());
        command.addAll(List.of("-XX:ActiveProcessorCount=2", Main.class.getName(), "" + waiting));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES))
                    .as("the process has ended")
                    .isTrue();
            return process.inputReader()
                    .lines()
                    .filter(line -> !line.contains("Virtual threads wait for a carrier thread"))
                    .toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
