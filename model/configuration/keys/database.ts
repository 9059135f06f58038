/** Keys of the database. */
import { key, optional } from '../key.ts';
import { duration, oneOf, text, whole } from '../kinds.ts';
import { isAbsolutePath } from '../text-forms.ts';

/** Matches by pattern instead of `URL.parse`, because the URL of a unix socket has a user and no host. */
const databaseUrl = text('a URL such as postgresql://innkeeper@db.example.com/innkeeper', (url) =>
  /^postgres(?:ql)?:\/\/\S+$/.test(url),
);
const pemFile = text('the absolute path of a PEM file', isAbsolutePath);
/** Options of keys that only the command line reads. The command line starts the processes and passes each its own value. */
const HOST = { readers: ['cli'], apply: 'restart' } as const;
const API = { readers: ['api', 'cli'], apply: 'restart' } as const;
const BOTH = { readers: ['api', 'worker', 'cli'], apply: 'restart' } as const;

/** For these values of `PGSSLMODE` our client has always verified the server, unlike PostgreSQL's own clients. */
const VERIFIED = ['allow', 'prefer', 'require'];
const modes = oneOf('disable', 'no-verify', 'verify-ca', 'verify-full');
const tlsMode = { ...modes, fromText: (word: string) => (VERIFIED.includes(word) ? 'verify-full' : word) };

export const DATABASE_KEYS = {
  'database.url': optional(
    'Your own database server, with the role that owns the database. Default: Innkeeper starts its own.',
    databaseUrl,
    'postgresql://innkeeper@db.example.com/innkeeper',
    { ...HOST, secret: true, aliases: ['DATABASE_URL'] },
  ),
  'database.api_url': optional(
    'Database with the role of the API.',
    databaseUrl,
    'postgresql://innkeeper_api@db.example.com/innkeeper',
    { ...HOST, secret: true, aliases: ['INNKEEPER_API_DATABASE_URL'] },
  ),
  'database.worker_url': optional(
    'Database with the role of the worker.',
    databaseUrl,
    'postgresql://innkeeper_worker@db.example.com/innkeeper',
    { ...HOST, secret: true, aliases: ['INNKEEPER_WORKER_DATABASE_URL'] },
  ),
  'database.operator_url': optional(
    'Database with the role for requests of staff.',
    databaseUrl,
    'postgresql://innkeeper_operator@db.example.com/innkeeper',
    { ...HOST, secret: true, aliases: ['INNKEEPER_OPERATOR_DATABASE_URL'] },
  ),
  'database.pool_api': key('Number of connections of the API for requests of customers.', whole(2, 500), 20, API),
  'database.pool_staff': key('Number of connections of the API for requests of staff.', whole(1, 100), 4, API),
  'database.pool_worker': key('Number of connections of the worker.', whole(4, 500), 24, {
    readers: ['worker', 'cli'],
    apply: 'restart',
  }),
  'database.statement_timeout': key('Time after which the database cancels a statement.', duration('1s', '1h'), '30s', BOTH),
  'database.lock_timeout': key('Time that a statement waits for a lock.', duration('1s', '1h'), '15s', BOTH),
  'database.idle_in_transaction': key(
    'Time after which the database ends an idle transaction.',
    duration('1s', '1h'),
    '30s',
    BOTH,
  ),
  'database.tls.mode': optional(
    'Encryption to your own database: verify-full checks its CA and its name, verify-ca its CA alone, no-verify neither. Counts before sslmode of the URLs, and without either the connection is plain.',
    tlsMode,
    'verify-full',
    { ...HOST, aliases: ['PGSSLMODE'] },
  ),
  'database.tls.ca': optional(
    'The certificate of the CA that signed the certificate of your database. Without it public CAs are trusted. The user innkeeper-api must be able to read it.',
    pemFile,
    '/etc/innkeeper/database-ca.pem',
    { ...HOST, aliases: ['PGSSLROOTCERT'] },
  ),
  'database.tls.cert': optional(
    'The certificate that Innkeeper shows to your database. The user innkeeper-api must be able to read it.',
    pemFile,
    '/etc/innkeeper/database-client.pem',
    { ...HOST, aliases: ['PGSSLCERT'] },
  ),
  'database.tls.key': optional(
    'The key of that certificate. The user innkeeper-api must be able to read it.',
    pemFile,
    '/etc/innkeeper/database-client.key',
    { ...HOST, aliases: ['PGSSLKEY'] },
  ),
};
