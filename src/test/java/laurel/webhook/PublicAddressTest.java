package laurel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "169.253.255.255",
                "223.255.255.255",
                "168.63.129.15",
                "2606:4700:4700::1111",
                "2001:4860:4860::8888",
                "2a00::1"
            })
    void acceptsPublicAddress(String address) throws UnknownHostException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.100.100.200",
                "127.0.0.1",
                "127.255.255.254",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "168.63.129.16",
                "2130706433",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd00:ec2::254",
                "ff02::1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "100::1"
            })
    void rejectsPrivateOrReservedAddress(String address) throws UnknownHostException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
    }
}
