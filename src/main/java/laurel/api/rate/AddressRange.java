package laurel.api.rate;

import io.netty.util.NetUtil;
import java.util.Arrays;
import laurel.CannotStartException;

/**
 * A range of IP addresses with a common prefix, such as {@code 10.0.0.0/8}, or one address.
 *
 * @param first the first address
 * @param bits  length of the prefix
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record AddressRange(byte[] first, int bits) {
    /** Parses a range. Another text fails the start. */
    static AddressRange parse(String setting, String text) {
        String[] parts = text.strip().split("/", 2);
        byte[] first = NetUtil.createByteArrayFromIpAddressString(parts[0]);
        if (first != null && parts.length == 1) {
            return new AddressRange(first, first.length * Byte.SIZE);
        }
        if (first != null && parts[1].matches("\\d{1,3}") && Integer.parseInt(parts[1]) <= first.length * Byte.SIZE) {
            return new AddressRange(first, Integer.parseInt(parts[1]));
        }
        throw new CannotStartException(
                setting + ": \"" + text + "\" is not an address, nor a range such as 10.0.0.0/8");
    }

    boolean contains(byte[] address) {
        return address.length == first.length && Arrays.equals(prefix(first), prefix(address));
    }

    private byte[] prefix(byte[] address) {
        return prefix(address, bits);
    }

    /** The address with all bits after the prefix cleared. */
    static byte[] prefix(byte[] address, int bits) {
        byte[] prefix = address.clone();
        for (int n = 0; n < prefix.length; n++) {
            int kept = Math.clamp(bits - (long) n * Byte.SIZE, 0, Byte.SIZE);
            prefix[n] = (byte) (prefix[n] & (0xFF << (Byte.SIZE - kept)));
        }
        return prefix;
    }
}
