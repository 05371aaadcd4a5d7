package laurel.api.rate;

import io.micronaut.context.annotation.Value;
import io.netty.util.NetUtil;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of clients, for limits per address: the peer of the connection. If the peer is a trusted proxy, the last address
 * in the header {@value #HEADER} that is not one: each proxy adds the address of its own peer at the end, and clients can
 * send anything before that.
 */
@Singleton
public final class ClientAddresses {
    /** The header in which a proxy sends the address of its client. */
    public static final String HEADER = "X-Forwarded-For";

    private static final String SETTING = "laurel.trusted-proxies";
    private static final int IPV4_BYTES = 4;

    /** A household or a server usually has at least this prefix of IPv6 to itself. */
    private static final int NETWORK_BITS = 64;

    /** An address in the header, which may have a port. */
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^\\]]+)](?::\\d+)?|([0-9.]+):\\d+");

    private final List<AddressRange> proxies;

    ClientAddresses(@Value("${laurel.trusted-proxies:}") List<String> proxies) {
        this.proxies = proxies.stream()
                .filter(range -> !range.isBlank())
                .map(range -> AddressRange.parse(SETTING, range))
                .toList();
    }

    /**
     * Returns the address of a client as a text: an IPv4 address, or the first 64 bits of an IPv6 address.
     *
     * @param peer      the peer of the connection
     * @param forwarded all values of the header, in their order
     */
    public String of(@Nullable SocketAddress peer, List<String> forwarded) {
        if (!(peer instanceof InetSocketAddress socket) || socket.getAddress() == null) {
            return "unknown";
        }
        byte[] client = socket.getAddress().getAddress();
        String[] hops = String.join(",", forwarded).split(",", -1);
        for (int n = hops.length - 1; n >= 0 && isTrusted(client); n--) {
            byte[] before = address(hops[n].strip());
            if (before == null) {
                break;
            }
            client = before;
        }
        return text(client);
    }

    private boolean isTrusted(byte[] address) {
        return proxies.stream().anyMatch(range -> range.contains(address));
    }

    /** The address in an element of the header; null if it is none. */
    private static byte @Nullable [] address(String element) {
        Matcher port = WITH_PORT.matcher(element);
        String literal = !port.matches() ? element : port.group(1) == null ? port.group(2) : port.group(1);
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(literal);
        return bytes == null ? null : parsed(bytes).getAddress();
    }

    private static String text(byte[] address) {
        return address.length == IPV4_BYTES
                ? parsed(address).getHostAddress()
                : parsed(AddressRange.prefix(address, NETWORK_BITS)).getHostAddress() + "/" + NETWORK_BITS;
    }

    /** Also turns an IPv4 address in IPv6 notation into an IPv4 address. */
    private static InetAddress parsed(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
