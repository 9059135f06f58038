/** The alert about a proxy that forwards requests without being named in `api.trust_proxy`. */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import type { Cx } from '../context.ts';

/** Opens the alert, unless it is open. `sign` is the name of the header that shows the proxy. */
export async function alertUnknownProxy(db: Cx['db'], sign: string): Promise<void> {
  const message = `Requests of this machine have ${SIGNS[sign] ?? `the header ${sign}`}, so a proxy forwards them that api.trust_proxy does not name. All its clients count as this machine: they share its limits, and the audit log has its address. Start Innkeeper with --trust-proxy ADDRESS and --public-url URL.`;
  await alertOnce(db, { kind: 'unknown_proxy', key: 'api', message });
}

const SIGNS: Readonly<Record<string, string>> = { host: 'a Host that is not this machine' };
