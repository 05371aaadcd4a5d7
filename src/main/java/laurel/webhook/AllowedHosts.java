package laurel.webhook;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Hosts that the operator allows: at any address, and without encryption. */
@Singleton
public final class AllowedHosts {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private final Set<String> hosts;

    /** @param hosts each as {@code host:port}, exactly */
    public AllowedHosts(@Value("${laurel.webhooks.allowed-hosts:}") List<String> hosts) {
        this.hosts = hosts.stream()
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .map(AllowedHosts::checked)
                .collect(Collectors.toSet());
    }

    private static String checked(String host) {
        if (!host.matches("[^\\s/@]+:\\d{1,5}")) {
            throw new IllegalArgumentException(
                    "laurel.webhooks.allowed-hosts has " + host + "; each is host:port, such as hooks.internal:8443");
        }
        return host.toLowerCase(Locale.ROOT);
    }

    public boolean allows(String host, int port) {
        return hosts.contains(host.toLowerCase(Locale.ROOT) + ":" + port);
    }

    /** Whether the host and the port of this are allowed. */
    public boolean allows(URI url) {
        int usual = "http".equalsIgnoreCase(url.getScheme()) ? HTTP : HTTPS;
        return allows(url.getHost(), url.getPort() < 0 ? usual : url.getPort());
    }
}
