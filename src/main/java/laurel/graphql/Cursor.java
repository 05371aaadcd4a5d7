package laurel.graphql;

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
 * A place in a list, opaque to clients: the list's own name, and the key of an item in it. It names a key and not a
 * count, so it stays good while items move, and when the item itself is gone.
 *
 * @param list what tells this list from every other
 * @param key  the parts of the item's key, as texts
 */
public record Cursor(String list, List<String> key) {
    private static final int SUM_BYTES = Integer.BYTES;

    /** The text that clients carry. */
    public String text() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(list);
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

    /** What the argument {@code after} holds. */
    public static <T> T parse(String text, String list, Function<List<String>, T> read) {
        return parse("after", text, list, read);
    }

    /**
     * What a cursor of this list holds.
     *
     * @param argument that has the cursor, for the message
     * @param read     makes it of the parts of the key
     * @throws RequestException INVALID_CURSOR if the text is not a cursor of this list
     */
    public static <T> T parse(String argument, String text, String list, Function<List<String>, T> read) {
        try {
            Cursor cursor = decode(Base64.getUrlDecoder().decode(text));
            if (cursor.list.equals(list)) {
                return read.apply(cursor.key);
            }
        } catch (RuntimeException | IOException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_CURSOR,
                    "`" + argument + "` is not a cursor; give one that this list has returned.",
                    e);
        }
        throw new RequestException(
                RequestErrorCode.INVALID_CURSOR,
                "`" + argument + "` is a cursor of another list, or of other arguments of this list;"
                        + " give one that this list has returned for these arguments.");
    }

    private static Cursor decode(byte[] bytes) throws IOException {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String list = in.readUTF();
            List<String> key = new ArrayList<>();
            for (int parts = in.readByte(); parts > 0; parts--) {
                key.add(part(in.readUTF()));
            }
            if (in.readInt() != sum(Arrays.copyOf(bytes, bytes.length - SUM_BYTES)) || in.read() >= 0) {
                throw new IOException("the sum is wrong");
            }
            return new Cursor(list, key);
        }
    }

    /** PostgreSQL cannot be asked for texts that hold U+0000; we give no cursor that does. */
    private static String part(String text) throws IOException {
        if (text.indexOf(0) >= 0) {
            throw new IOException("holds U+0000");
        }
        return text;
    }

    private static int sum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
