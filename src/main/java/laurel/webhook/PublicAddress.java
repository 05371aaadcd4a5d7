package laurel.webhook;

import java.net.InetAddress;
import java.util.List;

/** Which addresses belong to the public internet, and not to a network that a stranger has no business in. */
final class PublicAddress {
    /** What of IPv4 is somebody's own, or nobody's; and a service that Azure has on every machine. */
    private static final List<Block> NOT_PUBLIC_4 = Block.of("""
            0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
            192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32
            """);

    /** All that is given out of IPv6. */
    private static final List<Block> GLOBAL_6 = Block.of("2000::/3");

    /** What of that means an address of IPv4, belongs to protocols, or is for documents. */
    private static final List<Block> NOT_PUBLIC_6 = Block.of("2001::/23 2001:db8::/32 2002::/16 3fff::/20");

    private PublicAddress() {}

    static boolean is(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? none(NOT_PUBLIC_4, bytes) : !none(GLOBAL_6, bytes) && none(NOT_PUBLIC_6, bytes);
    }

    private static boolean none(List<Block> blocks, byte[] address) {
        return blocks.stream().noneMatch(block -> block.contains(address));
    }
}
