package laurel.webhook.delivery;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import laurel.webhook.AllowedHosts;
import laurel.webhook.PublicAddress;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/** Resolves names for the HTTP client that sends messages, to permitted addresses only. */
@Singleton
class CheckedResolver implements DnsResolver {
    private final AllowedHosts allowed;
    private final DnsResolver names;

    @Inject
    CheckedResolver(AllowedHosts allowed) {
        this(allowed, SystemDefaultDnsResolver.INSTANCE);
    }

    /** @param names resolver of names; receivers control its results */
    CheckedResolver(AllowedHosts allowed, DnsResolver names) {
        this.allowed = allowed;
        this.names = names;
    }

    /** Whether the scheme of the URL is permitted. The host may have been removed from the allowed ones since it was saved. */
    boolean mayCarry(URI url) {
        return "https".equalsIgnoreCase(url.getScheme()) || allowed.allows(url);
    }

    @Override
    public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        InetAddress[] addresses = allowed.allows(host, port) ? names.resolve(host) : resolve(host);
        return Stream.of(addresses)
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] open =
                Stream.of(names.resolve(host)).filter(PublicAddress::is).toArray(InetAddress[]::new);
        if (open.length == 0) {
            throw new NotPublicException(host);
        }
        return open;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    /** A host that has no public address. */
    static final class NotPublicException extends UnknownHostException {
        NotPublicException(String host) {
            super(host);
        }
    }
}
