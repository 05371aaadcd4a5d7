package laurel.graphql.node;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and authenticates short texts so that equal ones stay equal: a synthetic initialization vector (SIV, as in RFC
 * 5297). The tag is HMAC-SHA-256 over version and text, cut to 12 bytes; the text is encrypted by AES in counter mode
 * that starts at the tag. The result is version, tag and ciphertext.
 *
 * <p>There is no nonce that could repeat. Two texts share a key stream only if their tags are equal, which is expected
 * after about 2<sup>48</sup> texts. A forged text is accepted with a probability of 2<sup>-96</sup>.
 */
final class NodeCipher {
    private static final String MAC = "HmacSHA256";
    private static final int TAG_BYTES = 12;
    private static final int BLOCK_BYTES = 16;

    private final SecretKeySpec tagKey;
    private final SecretKeySpec textKey;
    /** Idle instances: threads cannot share a Mac or a Cipher, and creating one costs more than using it. */
    private final Queue<Machine> idle = new ConcurrentLinkedQueue<>();

    /** Instances for one thread. */
    private record Machine(Mac mac, Cipher cipher) {}

    NodeCipher(byte[] key) {
        this.tagKey = new SecretKeySpec(derived(key, "laurel node id: tag"), MAC);
        this.textKey = new SecretKeySpec(Arrays.copyOf(derived(key, "laurel node id: text"), BLOCK_BYTES), "AES");
    }

    /** Encrypts the first bytes of a text. The version is not encrypted. */
    byte[] seal(byte version, byte[] text, int length) {
        Machine machine = machine();
        try {
            byte[] sealed = new byte[1 + TAG_BYTES + length];
            sealed[0] = version;
            byte[] tag = tag(machine, version, text, length);
            System.arraycopy(tag, 0, sealed, 1, TAG_BYTES);
            crypt(machine, tag, text, 0, length, sealed, 1 + TAG_BYTES);
            idle.add(machine);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Decrypts a text; empty unless {@link #seal} created these bytes with the same key. */
    Optional<byte[]> open(byte[] sealed) {
        int length = sealed.length - 1 - TAG_BYTES;
        if (length <= 0) {
            return Optional.empty();
        }
        Machine machine = machine();
        try {
            byte[] tag = Arrays.copyOfRange(sealed, 1, 1 + TAG_BYTES);
            byte[] text = new byte[length];
            crypt(machine, tag, sealed, 1 + TAG_BYTES, length, text, 0);
            byte[] expected = Arrays.copyOf(tag(machine, sealed[0], text, length), TAG_BYTES);
            idle.add(machine);
            return MessageDigest.isEqual(tag, expected) ? Optional.of(text) : Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] tag(Machine machine, byte version, byte[] text, int length) {
        machine.mac.update(version);
        machine.mac.update(text, 0, length);
        return machine.mac.doFinal();
    }

    /** Encrypts or decrypts, which is the same in counter mode. The counter is the last 4 bytes, from 0. */
    private void crypt(Machine machine, byte[] tag, byte[] from, int start, int length, byte[] to, int at)
            throws GeneralSecurityException {
        byte[] counter = new byte[BLOCK_BYTES];
        System.arraycopy(tag, 0, counter, 0, TAG_BYTES);
        machine.cipher.init(Cipher.ENCRYPT_MODE, textKey, new IvParameterSpec(counter));
        machine.cipher.doFinal(from, start, length, to, at);
    }

    private Machine machine() {
        Machine machine = idle.poll();
        try {
            return machine == null ? new Machine(mac(tagKey), Cipher.getInstance("AES/CTR/NoPadding")) : machine;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Derives a separate key for each use. */
    private static byte[] derived(byte[] key, String use) {
        try {
            return mac(new SecretKeySpec(key, MAC)).doFinal(use.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Mac mac(SecretKeySpec key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(MAC);
        mac.init(key);
        return mac;
    }
}
