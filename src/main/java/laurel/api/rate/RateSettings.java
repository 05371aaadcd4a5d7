package laurel.api.rate;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import laurel.request.access.Role;

/**
 * The settings {@code laurel.rates.*}. Rates are sums of costs in a minute; 0 is unlimited. A burst is the most that a
 * budget saves; 0 is the sum of a minute.
 *
 * @param anonymous             rate of the clients without credentials of one address; default 30,000
 * @param anonymousBurst        their burst; default 10,000
 * @param player                rate of a player; default 60,000
 * @param playerBurst           its burst; default 10,000
 * @param reader                rate of an identity with the role READER; default 0
 * @param readerBurst           its burst; default 0
 * @param writer                rate of an identity with the role WRITER; default 0
 * @param writerBurst           its burst; default 0
 * @param admin                 rate of an identity with the role ADMIN; default 0
 * @param adminBurst            its burst; default 0
 * @param minimumCharge         what a request costs at least; default 100
 * @param failedAuthentications wrong credentials that one address may send in a minute; default 30; 0 is unlimited
 * @param buckets               number of budgets that a node keeps; default 50,000
 */
@ConfigurationProperties("laurel.rates")
public record RateSettings(
        @Bindable(defaultValue = "30000") int anonymous,
        @Bindable(defaultValue = "10000") int anonymousBurst,
        @Bindable(defaultValue = "60000") int player,
        @Bindable(defaultValue = "10000") int playerBurst,
        @Bindable(defaultValue = "0") int reader,
        @Bindable(defaultValue = "0") int readerBurst,
        @Bindable(defaultValue = "0") int writer,
        @Bindable(defaultValue = "0") int writerBurst,
        @Bindable(defaultValue = "0") int admin,
        @Bindable(defaultValue = "0") int adminBurst,
        @Bindable(defaultValue = "100") int minimumCharge,
        @Bindable(defaultValue = "30") int failedAuthentications,
        @Bindable(defaultValue = "50000") int buckets) {
    Rate of(Role role) {
        return switch (role) {
            case ANONYMOUS -> new Rate(anonymous, anonymousBurst);
            case PLAYER -> new Rate(player, playerBurst);
            case READER -> new Rate(reader, readerBurst);
            case WRITER -> new Rate(writer, writerBurst);
            case ADMIN -> new Rate(admin, adminBurst);
        };
    }

    Rate guesses() {
        return new Rate(failedAuthentications, 0);
    }
}
