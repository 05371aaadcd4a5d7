package laurel.player;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.SecretKey;

/** Reads public keys, and knows which algorithms fit a key. */
final class PublicKeys {
    static final String ED25519 = "Ed25519";
    static final Set<JWSAlgorithm> RSA = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);
    static final Set<JWSAlgorithm> EC = Set.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384, JWSAlgorithm.ES512);
    /** {@code Ed25519} is the name that RFC 9864 gives to {@code EdDSA} with this curve. */
    static final Set<JWSAlgorithm> ED = Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
    /** Those of all public keys. */
    static final Set<JWSAlgorithm> ALL =
            Stream.of(RSA, EC, ED).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    private static final int MIN_RSA_BITS = 2_048;
    private static final int ED25519_BYTES = 32;
    /** The start of every Ed25519 key in X.509 (RFC 8410); the 32 bytes of the key follow. */
    private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private PublicKeys() {}

    /** Reads a public key in PEM; empty if it is not RSA, EC or Ed25519. */
    static Optional<PublicKey> fromPem(String pem) {
        try {
            byte[] bytes = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\\\n|\\s", ""));
            return Stream.of("RSA", "EC", ED25519)
                    .flatMap(kind -> read(kind, bytes).stream())
                    .findFirst();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<PublicKey> read(String kind, byte[] x509) {
        try {
            return Optional.of(KeyFactory.getInstance(kind).generatePublic(new X509EncodedKeySpec(x509)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the key of a JWK; empty if it has none that this service supports. */
    static Optional<PublicKey> of(JWK jwk) {
        try {
            return switch (jwk) {
                case RSAKey rsa -> Optional.of(rsa.toPublicKey());
                case ECKey ec -> Optional.of(ec.toPublicKey());
                case OctetKeyPair pair -> ed25519(pair);
                default -> Optional.empty();
            };
        } catch (JOSEException e) {
            return Optional.empty();
        }
    }

    private static Optional<PublicKey> ed25519(OctetKeyPair pair) {
        byte[] key = pair.getDecodedX();
        if (!Curve.Ed25519.equals(pair.getCurve()) || key.length != ED25519_BYTES) {
            return Optional.empty();
        }
        byte[] x509 = Arrays.copyOf(ED25519_PREFIX, ED25519_PREFIX.length + ED25519_BYTES);
        System.arraycopy(key, 0, x509, ED25519_PREFIX.length, ED25519_BYTES);
        return read(ED25519, x509);
    }

    /** Returns the algorithms that a key fits; empty if the key is too weak. */
    static Set<JWSAlgorithm> algorithms(Key key) {
        return switch (key) {
            case SecretKey secret -> MACVerifier.getCompatibleAlgorithms(secret.getEncoded().length * Byte.SIZE);
            case RSAPublicKey rsa -> rsa.getModulus().bitLength() >= MIN_RSA_BITS ? RSA : Set.of();
            case ECPublicKey ec -> ofCurve(ec);
            case EdECPublicKey ed -> ED25519.equals(ed.getParams().getName()) ? ED : Set.of();
            default -> Set.of();
        };
    }

    private static Set<JWSAlgorithm> ofCurve(ECPublicKey key) {
        try {
            return Set.copyOf(List.of(ECDSA.resolveAlgorithm(Curve.forECParameterSpec(key.getParams()))));
        } catch (JOSEException e) {
            return Set.of();
        }
    }
}
