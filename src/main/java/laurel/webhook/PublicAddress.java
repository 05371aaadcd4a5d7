package laurel.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** Which addresses belong to the public internet, and not to a network that a stranger has no business in. */
public final class PublicAddress {
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

    public static boolean is(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? none(NOT_PUBLIC_4, bytes) : !none(GLOBAL_6, bytes) && none(NOT_PUBLIC_6, bytes);
    }

    private static boolean none(List<Block> blocks, byte[] address) {
        return blocks.stream().noneMatch(block -> block.contains(address));
    }

    /**
     * Addresses that begin with the same bits.
     *
     * @param first the first of them
     * @param bits  how many
     */
    record Block(InetAddress first, int bits) {
        /** The blocks of a text such as {@code 10.0.0.0/8 2001:db8::/32}. */
        static List<Block> of(String text) {
            return Stream.of(text.strip().split("\\s+")).map(Block::parse).toList();
        }

        private static Block parse(String block) {
            int slash = block.indexOf('/');
            return new Block(address(block.substring(0, slash)), Integer.parseInt(block.substring(slash + 1)));
        }

        private static InetAddress address(String literal) {
            try {
                return InetAddress.getByName(literal);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(literal, e);
            }
        }

        /** Whether this is one of them; it is of the same length. */
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
