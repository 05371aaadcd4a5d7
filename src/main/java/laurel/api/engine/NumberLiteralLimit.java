package laurel.api.engine;

import graphql.parser.ParsingListener;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;

/** Limits the digits of numbers in a query, before they are parsed, as {@link StrictJson} does for variables. */
final class NumberLiteralLimit implements ParsingListener {
    @Override
    public void onToken(Token token) {
        String text = token.getText();
        if (text == null || text.isEmpty()) {
            return;
        }
        char first = text.charAt(0);
        if ((first == '-' || (first >= '0' && first <= '9')) && tooLarge(text)) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "The number at line " + token.getLine() + ", column " + (token.getCharPositionInLine() + 1)
                            + " has more than " + StrictJson.MAX_DIGITS + " digits, the maximum.");
        }
    }

    private static boolean tooLarge(String number) {
        if (number.length() > StrictJson.MAX_DIGITS) {
            return true;
        }
        int e = Math.max(number.indexOf('e'), number.indexOf('E'));
        if (e < 0) {
            return false;
        }
        String exponent = number.substring(e + 1).replaceFirst("^[+-]?0*", "");
        return exponent.length() > 3 || (!exponent.isEmpty() && Integer.parseInt(exponent) > StrictJson.MAX_DIGITS);
    }
}
