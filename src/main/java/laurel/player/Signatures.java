package laurel.player;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;

/** Verifies signatures. */
final class Signatures {
    private static final DefaultJWSVerifierFactory VERIFIERS = new DefaultJWSVerifierFactory();

    private Signatures() {}

    /** Whether the key has signed the token. False for a key that does not fit its algorithm. */
    static boolean isSigned(SignedJWT token, Key key) {
        try {
            JWSHeader header = token.getHeader();
            return PublicKeys.algorithms(key).contains(header.getAlgorithm())
                    && (key instanceof EdECPublicKey
                            ? isSignedByEd25519(token, (PublicKey) key)
                            : token.verify(VERIFIERS.createJWSVerifier(header, key)));
        } catch (JOSEException | GeneralSecurityException e) {
            return false;
        }
    }

    /** By the JDK: nimbus needs another library for it. Extensions that must be understood are not supported. */
    private static boolean isSignedByEd25519(SignedJWT token, PublicKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(PublicKeys.ED25519);
        signature.initVerify(key);
        signature.update(token.getSigningInput());
        return token.getHeader().getCriticalParams() == null
                && signature.verify(token.getSignature().decode());
    }
}
