package laurel.request;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * A position in a list, opaque to clients: the list, and the key of an item in it. It has a key and not a count, so it stays
 * valid while items move, and when the item is deleted. It has only a digest of the list, so that clients do not depend on
 * the names of lists.
 *
 * @param list name of the list, including its arguments
 * @param key  parts of the item's key
 */
public record Cursor(String list, List<String> key) {
    private static final int SUM_BYTES = Integer.BYTES;
    private static final int DIGEST_BYTES = Long.BYTES;

    /** Returns the text for clients. */
    public String text() {
        return Positions.in(list).text(key);
    }

    /** A list for which many cursors are written: its digest is computed once. */
    public static final class Positions {
        private final byte[] digest;

        private Positions(byte[] digest) {
            this.digest = digest;
        }

        /**
         * Returns the positions of a list.
         *
         * @param list its name, including its arguments
         */
        public static Positions in(String list) {
            return new Positions(digest(list));
        }

        /** Returns the text of the cursor of an item, for clients. */
        public String text(List<String> key) {
            return Cursor.text(digest, key);
        }
    }

    private static String text(byte[] digest, List<String> key) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.write(digest);
            out.writeByte(key.size());
            for (String part : key) {
                out.writeUTF(part);
            }
            out.writeInt(sum(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    /** Parses the argument {@code after}. */
    public static <T> T parse(String text, String list, Function<List<String>, T> read) {
        return parse("after", text, list, read);
    }

    /**
     * Parses a cursor of a list.
     *
     * @param argument name of the argument, for the message
     * @param read     converts the parts of the key
     * @throws RequestException INVALID_CURSOR if the text is not a cursor of this list
     */
    public static <T> T parse(String argument, String text, String list, Function<List<String>, T> read) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            List<String> key = key(bytes);
            if (Arrays.equals(bytes, 0, DIGEST_BYTES, digest(list), 0, DIGEST_BYTES)) {
                return read.apply(key);
            }
        } catch (RuntimeException | IOException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_CURSOR,
                    "`" + argument + "` is not a cursor; use one that this list has returned.",
                    e);
        }
        throw new RequestException(
                RequestErrorCode.INVALID_CURSOR,
                "`" + argument + "` is a cursor of another list, or of other arguments of this list;"
                        + " use one that this list has returned for these arguments.");
    }

    private static List<String> key(byte[] bytes) throws IOException {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            in.skipNBytes(DIGEST_BYTES);
            List<String> key = new ArrayList<>();
            for (int parts = in.readByte(); parts > 0; parts--) {
                key.add(part(in.readUTF()));
            }
            if (in.readInt() != sum(Arrays.copyOf(bytes, bytes.length - SUM_BYTES)) || in.read() >= 0) {
                throw new IOException("the sum is wrong");
            }
            return key;
        }
    }

    private static byte[] digest(String list) {
        return Arrays.copyOf(Sha256.of(list), DIGEST_BYTES);
    }

    /** PostgreSQL does not support texts with U+0000, so no cursor has them. */
    private static String part(String text) throws IOException {
        if (text.indexOf(0) >= 0) {
            throw new IOException("has U+0000");
        }
        return text;
    }

    private static int sum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
