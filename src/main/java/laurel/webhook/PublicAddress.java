package laurel.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** Distinguishes addresses of the public internet from those of private networks. */
public final class PublicAddress {
    /** Private and reserved IPv4 addresses, and the address of Azure's service on each virtual machine. */
    private static final List<CidrRange> NOT_PUBLIC_4 = CidrRange.of("""
            0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
            192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32
            """);

    /** Allocated IPv6 addresses. */
    private static final List<CidrRange> GLOBAL_6 = CidrRange.of("2000::/3");

    /** Allocated IPv6 addresses that contain an IPv4 address, or are reserved for protocols or documentation. */
    private static final List<CidrRange> NOT_PUBLIC_6 = CidrRange.of("2001::/23 2001:db8::/32 2002::/16 3fff::/20");

    private PublicAddress() {}

    public static boolean is(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? none(NOT_PUBLIC_4, bytes) : !none(GLOBAL_6, bytes) && none(NOT_PUBLIC_6, bytes);
    }

    private static boolean none(List<CidrRange> blocks, byte[] address) {
        return blocks.stream().noneMatch(block -> block.contains(address));
    }

    /**
     * A range of addresses with a common prefix.
     *
     * @param first the first address
     * @param bits  length of the prefix
     */
    record CidrRange(InetAddress first, int bits) {
        /** Parses ranges, such as {@code 10.0.0.0/8 2001:db8::/32}. */
        static List<CidrRange> of(String text) {
            return Stream.of(text.strip().split("\\s+")).map(CidrRange::parse).toList();
        }

        private static CidrRange parse(String block) {
            int slash = block.indexOf('/');
            return new CidrRange(address(block.substring(0, slash)), Integer.parseInt(block.substring(slash + 1)));
        }

        private static InetAddress address(String literal) {
            try {
                return InetAddress.getByName(literal);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(literal, e);
            }
        }

        /** Whether the range contains an address of the same length. */
        boolean contains(byte[] address) {
            byte[] begin = first.getAddress();
            int whole = bits / Byte.SIZE;
            for (int n = 0; n < whole; n++) {
                if (begin[n] != address[n]) {
                    return false;
                }
            }
            int rest = bits % Byte.SIZE;
            return rest == 0 || ((begin[whole] ^ address[whole]) & 0xFF) >> (Byte.SIZE - rest) == 0;
        }
    }
}
