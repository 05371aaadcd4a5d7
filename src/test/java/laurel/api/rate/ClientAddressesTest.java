package laurel.api.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import laurel.CannotStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which address a client has for the limits per address. */
final class ClientAddressesTest {
    private static final ClientAddresses TRUSTING =
            new ClientAddresses(List.of("10.0.0.0/8", " 192.0.2.1", "2001:db8:1::/48", ""));

    @Test
    void ignoresHeaderWithoutTrustedProxies() throws UnknownHostException {
        assertThat(new ClientAddresses(List.of()).of(peer("10.0.0.1"), List.of("198.51.100.7")))
                .isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            198.51.100.7  | 203.0.113.9                       | 198.51.100.7
            10.1.2.3      | 203.0.113.9                       | 203.0.113.9
            192.0.2.1     | 203.0.113.9                       | 203.0.113.9
            192.0.2.2     | 203.0.113.9                       | 192.0.2.2
            10.1.2.3      | 1.1.1.1, 203.0.113.9              | 203.0.113.9
            10.1.2.3      | 1.1.1.1, 203.0.113.9, 10.9.9.9    | 203.0.113.9
            10.1.2.3      | 10.7.7.7, 10.9.9.9                | 10.7.7.7
            10.1.2.3      | 203.0.113.9, unknown              | 10.1.2.3
            10.1.2.3      | 203.0.113.9:4711                  | 203.0.113.9
            10.1.2.3      | [2001:db8:2:3:4::5]:4711          | 2001:db8:2:3:0:0:0:0/64
            10.1.2.3      | ::ffff:203.0.113.9                | 203.0.113.9
            10.1.2.3      | ''                                | 10.1.2.3
            2001:db8:1::1 | 203.0.113.9                       | 203.0.113.9
            """)
    void readsHeaderFromRightBehindTrustedProxies(String peer, String header, String client)
            throws UnknownHostException {
        assertThat(TRUSTING.of(peer(peer), List.of(header))).isEqualTo(client);
    }

    @Test
    void joinsRepeatedHeaders() throws UnknownHostException {
        assertThat(TRUSTING.of(peer("10.1.2.3"), List.of("1.1.1.1", "203.0.113.9", "10.2.2.2")))
                .isEqualTo("203.0.113.9");
    }

    @Test
    void countsNetworksOfIpv6() throws UnknownHostException {
        String first = TRUSTING.of(peer("2001:db8:2:3:4:5:6:7"), List.of());
        assertThat(first).isEqualTo("2001:db8:2:3:0:0:0:0/64");
        assertThat(TRUSTING.of(peer("2001:db8:2:3:ffff::1"), List.of())).isEqualTo(first);
        assertThat(TRUSTING.of(peer("2001:db8:2:4::1"), List.of())).isNotEqualTo(first);
    }

    @Test
    void countsOtherPeersTogether() {
        assertThat(TRUSTING.of(new EmbeddedChannel().remoteAddress(), List.of()))
                .isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "2001:db8::/129", "/8"})
    void failsStartForInvalidRange(String range) {
        assertThatThrownBy(() -> new ClientAddresses(List.of(range)))
                .isInstanceOf(CannotStartException.class)
                .hasMessage(
                        "laurel.trusted-proxies: \"" + range + "\" is not an address, nor a range such as 10.0.0.0/8");
    }

    private static InetSocketAddress peer(String literal) throws UnknownHostException {
        return new InetSocketAddress(
                InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(literal)), 1_234);
    }
}
