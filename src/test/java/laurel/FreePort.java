package laurel;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that start on a given port, and start again on it. They are outside of the usual range of Linux from which
 * outgoing connections and servers without a port get theirs, so that these do not take a port in between.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    /** Other runs at the same time begin elsewhere. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

    private FreePort() {}

    /** A port that no server listens on, and that was not returned before. */
    public static int next() throws IOException {
        for (int n = 0; n < COUNT; n++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // A server listens on it.
            }
        }
        throw new IOException("all " + COUNT + " ports are in use");
    }
}
