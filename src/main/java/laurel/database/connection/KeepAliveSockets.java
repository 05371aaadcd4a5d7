package laurel.database.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Creates the driver's sockets. They notice within 30 s of silence that the host of the database has disappeared; by default Linux
 * waits for two hours. Statements without a timeout would wait for as long.
 */
public final class KeepAliveSockets extends SocketFactory {
    /** Properties of the driver that make it use these sockets, unless its URL names others. */
    public static final Map<String, String> DRIVER =
            Map.of("tcpKeepAlive", "true", "socketFactory", KeepAliveSockets.class.getName());

    private static final Map<SocketOption<Integer>, Integer> OPTIONS = Map.of(
            ExtendedSocketOptions.TCP_KEEPIDLE, 10,
            ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
            ExtendedSocketOptions.TCP_KEEPCOUNT, 4);

    private final SocketFactory sockets = SocketFactory.getDefault();

    private static Socket configured(Socket socket) throws IOException {
        for (var option : OPTIONS.entrySet()) {
            // Not every operating system has them.
            if (socket.supportedOptions().contains(option.getKey())) {
                socket.setOption(option.getKey(), option.getValue());
            }
        }
        return socket;
    }

    @Override
    public Socket createSocket() throws IOException {
        return configured(sockets.createSocket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return configured(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return configured(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return configured(sockets.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return configured(sockets.createSocket(host, port, local, localPort));
    }
}
