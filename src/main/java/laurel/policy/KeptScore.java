package laurel.policy;

import java.math.BigDecimal;

/**
 * What a pillar came to on a day, as it is kept.
 *
 * @param taken what of it was submitted to the pillar's board, and not refused
 */
record KeptScore(PolicyDay day, String pillar, BigDecimal score, BigDecimal taken) {}
