package laurel.player;

import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** A token fails a check. The message names the check, and contains nothing of the token. */
final class InvalidTokenException extends RequestException {
    InvalidTokenException(String message) {
        super(RequestErrorCode.UNAUTHENTICATED, message);
    }
}
