package laurel.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

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
