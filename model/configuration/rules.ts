/** Rules between keys. Each rule returns a sentence if it is violated. */
import { days } from '../time/clock.ts';
import type { Configuration } from './keys.ts';

type Rule = (values: Configuration) => string | undefined;

/** First port that Linux assigns to connections without a fixed port. */
const EPHEMERAL_PORTS = 32_768;
const ON_THIS_HOST = ['localhost', '127.0.0.1', '::1'];
const isBothOrNeither = (left: unknown, right: unknown): boolean => (left === null) === (right === null);

export const RULES: readonly Rule[] = [
  (c) =>
    isBothOrNeither(c['api.tls_cert'], c['api.tls_key']) ? undefined : 'api.tls_cert and api.tls_key must be given together.',
  (c) =>
    isBothOrNeither(c['database.tls.cert'], c['database.tls.key'])
      ? undefined
      : 'database.tls.cert and database.tls.key must be given together.',
  (c) =>
    c['database.tls.mode'] === 'verify-ca' && c['database.tls.ca'] === null
      ? 'database.tls.mode = "verify-ca" needs database.tls.ca: a public CA signs certificates for everybody.'
      : undefined,
  (c) =>
    c['api.trust_proxy'].length > 0 && c['api.public_url'] === null
      ? 'api.trust_proxy needs api.public_url, because only the proxy knows the URL for clients.'
      : undefined,
  (c) =>
    c['api.trial'] && c['engine.kind'] !== 'simulated'
      ? `api.trial (up --trial) sends tokens over plain HTTP, so it needs engine.kind simulated. Here it is ${c['engine.kind']}.`
      : undefined,
  (c) =>
    c['api.trial'] && (c['api.trust_proxy'].length > 0 || c['api.public_url']?.startsWith('https:'))
      ? 'api.trial (up --trial) is for a browser on this machine. Remove api.trust_proxy and the https URL in api.public_url.'
      : undefined,
  (c) =>
    c['api.trial'] && /^[sr]k_live_/.test(c['payments.stripe.secret_key'] ?? '')
      ? 'api.trial is true, but payments.stripe.secret_key takes real money.'
      : undefined,
  (c) => {
    const port = c['metrics.listen']?.port;
    return port !== undefined && [port, port + 1].includes(c['api.port'])
      ? `metrics.listen takes the ports ${port} and ${port + 1}, but api.port is ${c['api.port']}. Metrics are never served to customers.`
      : undefined;
  },
  (c) =>
    c['mail.smtp.tls'] === 'none' && c['mail.smtp.host'] !== null && !ON_THIS_HOST.includes(c['mail.smtp.host'])
      ? 'mail.smtp.tls may be none only for a server on this host.'
      : undefined,
  (c) =>
    isBothOrNeither(c['mail.smtp.user'], c['mail.smtp.password'])
      ? undefined
      : 'mail.smtp.user and mail.smtp.password must be given together.',
  (c) =>
    isBothOrNeither(c['payments.stripe.secret_key'], c['payments.stripe.webhook_secret'])
      ? undefined
      : 'payments.stripe.secret_key and payments.stripe.webhook_secret must be given together.',
  (c) =>
    c['payments.trial'] && /^[sr]k_live_/.test(c['payments.stripe.secret_key'] ?? '')
      ? 'payments.trial is true, but payments.stripe.secret_key takes real money.'
      : undefined,
  (c) => (c['copies.shared'] && c['copies.directory'] === null ? 'copies.shared needs copies.directory.' : undefined),
  (c) => {
    if (c['copies.target'] !== 's3' && c['copies.s3.endpoint'] === null) return undefined;
    const needed = ['endpoint', 'bucket', 'region', 'access_key_id', 'secret_access_key'] as const;
    const missing = needed.filter((name) => c[`copies.s3.${name}`] === null);
    return missing.length > 0
      ? `Backups on an S3 server need ${missing.map((name) => `copies.s3.${name}`).join(', ')}.`
      : undefined;
  },
  (c) => (c['sessions.idle'] <= c['sessions.most'] ? undefined : 'sessions.idle must not be longer than sessions.most.'),
  (c) =>
    c['sessions.overlap'] <= c['sessions.rotate'] ? undefined : 'sessions.overlap must not be longer than sessions.rotate.',
  (c) =>
    c['money.remind_days'].every((days, at, all) => at === 0 || days < (all[at - 1] ?? 0))
      ? undefined
      : 'money.remind_days must list the longest time first, and each time only once.',
  (c) =>
    c['isos.downloads_per_account'] <= c['isos.downloads']
      ? undefined
      : 'isos.downloads_per_account must not be more than isos.downloads.',
  (c) =>
    c['limits.uploads_per_account'] <= c['limits.uploads']
      ? undefined
      : 'limits.uploads_per_account must not be more than limits.uploads.',
  (c) =>
    c['limits.connections_per_address'] <= c['limits.connections']
      ? undefined
      : 'limits.connections_per_address must not be more than limits.connections.',
  (c) =>
    c['node.forwarded_port'] + c['node.forwarded_ports'] <= EPHEMERAL_PORTS
      ? undefined
      : `node.forwarded_port and node.forwarded_ports must end below port ${EPHEMERAL_PORTS}, where the kernel takes ports for itself.`,
  (c) =>
    c['retention.account_exports'] >= days(c['accounts.export_days'])
      ? undefined
      : 'retention.account_exports must not be shorter than accounts.export_days.',
];
