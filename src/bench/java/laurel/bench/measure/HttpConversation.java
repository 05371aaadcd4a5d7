package laurel.bench.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Requests over HTTP/1.1. Replies have a length or are chunked. */
public final class HttpConversation implements Conversation {
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] END_OF_LINE = "\r\n".getBytes(US_ASCII);
    private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "\r\ntransfer-encoding: chunked".getBytes(US_ASCII);
    private static final byte[] OK = "http/1.1 200".getBytes(US_ASCII);
    private static final byte[] ERRORS = "\"errors\"".getBytes(US_ASCII);
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;

    private final Supplier<ByteBuffer> requests;
    private final byte[] expected;

    /** @param expected part of every successful response, in lower case */
    public HttpConversation(Supplier<ByteBuffer> requests, String expected) {
        this.requests = requests;
        this.expected = expected.getBytes(US_ASCII);
    }

    @Override
    public ByteBuffer next() {
        return requests.get();
    }

    @Override
    public int length(byte[] bytes, int end) {
        int head = find(END_OF_HEAD, bytes, 0, end);
        if (head < 0) {
            return 0;
        }
        int body = head + END_OF_HEAD.length;
        int length = find(LENGTH, bytes, 0, body);
        if (length >= 0) {
            int whole = body + number(bytes, length + LENGTH.length, DECIMAL);
            return whole <= end ? whole : 0;
        }
        if (find(CHUNKED, bytes, 0, body) < 0) {
            throw new IllegalStateException("a reply without length: " + new String(bytes, 0, body, US_ASCII));
        }
        return chunked(bytes, body, end);
    }

    /** Each chunk has its length in hexadecimal, a line break, its bytes, and a line break; the last chunk is empty. */
    private static int chunked(byte[] bytes, int body, int end) {
        for (int at = body; ; ) {
            int line = find(END_OF_LINE, bytes, at, end);
            if (line < 0) {
                return 0;
            }
            int size = number(bytes, at, HEXADECIMAL);
            at = line + END_OF_LINE.length + size + END_OF_LINE.length;
            if (at > end) {
                return 0;
            }
            if (size == 0) {
                return at;
            }
        }
    }

    @Override
    public boolean good(byte[] bytes, int end) {
        return find(OK, bytes, 0, Math.min(end, OK.length)) == 0
                && find(expected, bytes, 0, end) >= 0
                && find(ERRORS, bytes, 0, end) < 0;
    }

    private static int number(byte[] bytes, int from, int radix) {
        int at = from;
        while (bytes[at] == ' ') {
            at++;
        }
        int number = 0;
        for (int digit; (digit = Character.digit(bytes[at], radix)) >= 0; at++) {
            number = number * radix + digit;
        }
        return number;
    }

    /** The index of these characters, ignoring case; -1 if they do not occur. */
    private static int find(byte[] wanted, byte[] bytes, int from, int end) {
        for (int at = from; at <= end - wanted.length; at++) {
            if (matches(wanted, bytes, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] wanted, byte[] bytes, int at) {
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i] && Character.toLowerCase((char) bytes[at + i]) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
