/**
 * Leads from an attack that nothing filters to an address that is filtered, if this host sells one.
 *
 * A floating IP is the only such address for an existing server: the API sells other extra addresses with new servers only.
 */
import { useQuery } from '@tanstack/react-query';
import { floatingIpPlansQuery } from '../data/network.ts';
import { Link } from '../router/router.tsx';
import { texts } from './protection-texts.ts';

const PLAN = 'floating-ipv4-ddos';

/** Shows a link to the page that sells floating IPs with protection, while one can be ordered. */
export function ProtectionOffer() {
  const { data: plans = [] } = useQuery(floatingIpPlansQuery);
  return plans.some(({ id, available }) => id === PLAN && available) ? (
    <Link className="link" to="/floating-ips">
      {texts.protectionOffer}
    </Link>
  ) : null;
}
