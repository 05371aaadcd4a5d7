package laurel.graphql.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import laurel.request.GlobalIds;

/**
 * The IDs of one database: the ID of an object never changes, and is the same on every node of the service. An ID is URL-safe
 * Base64 of a version and of type, app, leaderboard, numbers and key, encrypted by {@link NodeCipher}. So clients cannot read,
 * guess or change IDs without the key of the database. See {@code src/docs/decisions/ids.md}.
 */
public final class NodeIds implements GlobalIds {
    /** Maximum length of an ID. */
    static final int LONGEST = 128;

    private static final byte VERSION = 1;
    /** Version of sealed texts, which is never one of IDs. */
    private static final byte TEXT = 100;

    private static final int MAX_NUMBERS = 3;
    private static final int MAX_KEY_BYTES = 64;
    /** Code of the type, app, leaderboard, and count of the numbers. The numbers and the key follow. */
    private static final int HEAD_BYTES = 1 + 5 + 5 + 1;

    private static final int NUMBER_BYTES = 9;
    /** Maximum bytes of numbers and key, so that no ID is longer than {@link #LONGEST}. */
    private static final int MAX_BYTES = 71;

    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final NodeCipher cipher;

    /** @param key 32 random bytes, unique to the database */
    public NodeIds(byte[] key) {
        this.cipher = new NodeCipher(key);
    }

    /** The text that clients use. */
    public String text(NodeId id) {
        byte[] key = id.key().getBytes(UTF_8);
        int maxKeyBytes =
                Math.min(MAX_KEY_BYTES, MAX_BYTES - NUMBER_BYTES * id.numbers().size());
        if (id.numbers().size() > MAX_NUMBERS || key.length > maxKeyBytes) {
            throw new IllegalArgumentException(id + " is too long");
        }
        ByteBuffer plain = ByteBuffer.allocate(HEAD_BYTES + id.numbers().size() * NUMBER_BYTES + key.length);
        plain.put((byte) NodeType.of(id.type()).code());
        write(plain, id.app());
        write(plain, id.board());
        plain.put((byte) id.numbers().size());
        for (long number : id.numbers()) {
            write(plain, number);
        }
        plain.put(key);
        byte[] sealed = cipher.seal(VERSION, plain.array(), plain.position());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    @Override
    public String id(String type, int app, long number) {
        return text(new NodeId(type, app, 0, List.of(number), ""));
    }

    @Override
    public String sealed(String text) {
        byte[] plain = text.getBytes(UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cipher.seal(TEXT, plain, plain.length));
    }

    @Override
    public Optional<String> opened(String sealed) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return bytes.length > 0 && bytes[0] == TEXT
                ? cipher.open(bytes).map(plain -> new String(plain, UTF_8))
                : Optional.empty();
    }

    /** Parses an ID; empty unless it is exactly the result of {@link #text}. */
    public Optional<NodeId> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        byte[] sealed;
        try {
            sealed = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // The decoder accepts several texts for the same bytes, but an object has one ID.
        return sealed.length > 0
                        && sealed[0] == VERSION
                        && Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(sealed)
                                .equals(text)
                ? cipher.open(sealed).flatMap(plain -> read(ByteBuffer.wrap(plain)))
                : Optional.empty();
    }

    private static Optional<NodeId> read(ByteBuffer plain) {
        return NodeType.of(plain.get()).map(type -> {
            int app = Math.toIntExact(readNumber(plain));
            int board = Math.toIntExact(readNumber(plain));
            Long[] numbers = new Long[plain.get()];
            for (int n = 0; n < numbers.length; n++) {
                numbers[n] = readNumber(plain);
            }
            return new NodeId(
                    type.typeName(),
                    app,
                    board,
                    List.of(numbers),
                    UTF_8.decode(plain).toString());
        });
    }

    private static void write(ByteBuffer plain, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(number + " is less than 0");
        }
        long rest = number;
        while (rest >= MORE) {
            plain.put((byte) ((rest & (MORE - 1)) | MORE));
            rest >>>= BITS;
        }
        plain.put((byte) rest);
    }

    private static long readNumber(ByteBuffer plain) {
        long number = 0;
        int shift = 0;
        byte part = plain.get();
        while (part < 0) {
            number |= (long) (part & (MORE - 1)) << shift;
            shift += BITS;
            part = plain.get();
        }
        return number | (long) part << shift;
    }
}
