/** Keys of the host: the log, the endpoints of the API, the targets of links, allowed outgoing requests, and secrets. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Endpoint, parseEndpoint } from '../../outgoing-http/endpoints.ts';
import { key, optional } from '../key.ts';
import { endpoint, flag, list, oneOf, parsed, size, text, whole } from '../kinds.ts';
import { isAbsolutePath, isWebUrl, isWord, parseDomain, parseOrigin } from '../text-forms.ts';

const certificateFile = text('the absolute path of a PEM file', isAbsolutePath);
const page = parsed('an origin such as https://panel.example.com', parseOrigin);
/** Options of keys that only the command line reads. The command line starts the processes and passes each its own value. */
const HOST = { readers: ['cli'], apply: 'restart' } as const;
const BOTH = { readers: ['api', 'worker', 'cli'], apply: 'restart' } as const;

export const HOST_KEYS = {
  'engine.kind': key('Engine of the guests. Guests of one engine are unknown to the other.', oneOf('qemu', 'simulated'), 'qemu', {
    apply: 'fixed',
    aliases: ['INNKEEPER_ENGINE'],
  }),
  'log.level': key('Lowest level of logged lines.', oneOf('debug', 'info', 'warn', 'error'), 'info', {
    aliases: ['LOG_LEVEL'],
  }),
  'log.file_size': key('Size at which a new log file starts.', size('1MiB', '10GiB'), '50MiB', HOST),
  'log.files': key('Number of log files of each process, with the current one.', whole(1, 1000), 5, HOST),
  'api.address': key(
    'IP address to serve on. Beyond loopback the API serves HTTPS only.',
    text('an IP address', isAddress),
    '127.0.0.1',
    {
      ...BOTH,
      aliases: ['INNKEEPER_LISTEN'],
    },
  ),
  'api.trial': key(
    'API of a trial in a container: plain HTTP on every address, with the simulated engine only.',
    flag(),
    false,
    BOTH,
  ),
  'api.port': key('Port of the API.', whole(1, 65_535), 7080, { ...BOTH, aliases: ['INNKEEPER_PORT'] }),
  'api.public_url': optional(
    'URL of the API for clients.',
    parsed('a URL such as https://api.example.com, without a path, over plain HTTP only on this machine', parseOrigin),
    'https://api.example.com',
    {
      ...BOTH,
      aliases: ['INNKEEPER_PUBLIC_URL'],
    },
  ),
  'api.tls_cert': optional(
    'File with your certificate and its chain. Default: Innkeeper creates a certificate.',
    certificateFile,
    '/etc/innkeeper/certificate.pem',
    {
      ...BOTH,
      aliases: ['INNKEEPER_TLS_CERT'],
    },
  ),
  'api.tls_key': optional('File with the key of the certificate.', certificateFile, '/etc/innkeeper/certificate.key', {
    ...BOTH,
    aliases: ['INNKEEPER_TLS_KEY'],
  }),
  'api.trust_proxy': key(
    'Reverse proxies that serve HTTPS. The API then serves plain HTTP and trusts client addresses from these proxies only.',
    list(text('an IP address or a network such as 10.0.0.0/8', isNetwork), 20),
    [],
    { ...BOTH, aliases: ['INNKEEPER_TRUST_PROXY'] },
  ),
  'metrics.listen': optional(
    'Address on which Prometheus reads metrics: of the API at this port, and of the worker at the next. Without it none are served.',
    parsed(
      'a loopback address or one address of this host, with a port from 1 to 65534, such as 127.0.0.1:7081',
      parseMetricsEndpoint,
    ),
    '127.0.0.1:7081',
    BOTH,
  ),
  'brand.name': key(
    'The name of your host, as customers read it in the console.',
    text('a name of 1 to 40 characters', isBrandName),
    'Innkeeper',
  ),
  'console.origins': key(
    'Origins of your pages where customers can sign in and see screens of servers, besides the origin of the API.',
    list(page, 20),
    [],
    { readers: ['api', 'cli'] },
  ),
  'panel.url': optional(
    'URL of your web page. Links in mails lead to it, and payment gateways return customers to its /orders. Default: the console.',
    text('an http or https URL', isWebUrl),
    'https://panel.example.com',
    {
      aliases: ['INNKEEPER_PAYMENTS_RETURN_URL', 'INNKEEPER_SIGN_UP_URL'],
      formerPaths: ['payments.return_url'],
    },
  ),
  'passkeys.domain': optional(
    'Domain of passkeys, with its subdomains. Default: the host of the public URL. A change invalidates all passkeys.',
    parsed('a domain such as example.com', parseDomain),
    'example.com',
    { apply: 'fixed', aliases: ['INNKEEPER_PASSKEY_DOMAIN'] },
  ),
  'allow.mirrors': key('Addresses in your network that ISO files and images may be downloaded from.', list(endpoint(), 100), [], {
    aliases: ['INNKEEPER_MIRRORS'],
  }),
  'allow.webhook_receivers': key('Addresses in your network that webhooks may be sent to.', list(endpoint(), 100), [], {
    aliases: ['INNKEEPER_WEBHOOK_RECEIVERS'],
  }),
  'allow.identity_providers': key(
    'Addresses in your network that may be identity providers of companies.',
    list(endpoint(), 100),
    [],
    { aliases: ['INNKEEPER_IDENTITY_PROVIDERS'] },
  ),
  'outgoing.ca_certificates': optional(
    'Certificates of authorities that API and worker trust besides the public ones, such as that of your own mail or S3 server. The user innkeeper-api must be able to read it.',
    certificateFile,
    '/etc/innkeeper/ca-certificates.pem',
    // Node.js reads the file name from its environment at the start, so the command line sets the variable.
    { ...HOST, aliases: ['NODE_EXTRA_CA_CERTS'] },
  ),
  'secret.key': optional(
    'Key that encrypts secrets in the database: 32 bytes in base64. Default: secret.key of the home.',
    text('32 bytes in base64', isKey),
    'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    { readers: ['api', 'worker', 'cli'], apply: 'restart', secret: true },
  ),
  'dns.key': optional('Key of the API of your DNS server.', text('a key without blanks', isWord), 'key-of-your-dns-server', {
    readers: ['worker', 'cli'],
    apply: 'restart',
    secret: true,
    aliases: ['INNKEEPER_DNS_API_KEY'],
  }),
};

/**
 * Parses an endpoint. Returns `undefined` for wildcard addresses and for port 65535, because the worker uses the port after that of the
 * API.
 */
function parseMetricsEndpoint(written: string): Endpoint | undefined {
  const found = parseEndpoint(written);
  return found !== undefined && found.port < 65_535 ? found : undefined;
}

/** Returns whether a brand name has 1 to 40 characters, none of them invisible, and no blanks at its ends. */
function isBrandName(written: string): boolean {
  return /^[^\p{C}]{1,40}$/u.test(written) && written.trim() === written;
}

function isAddress(written: string): boolean {
  return isIP(written) !== 0;
}

function isNetwork(written: string): boolean {
  return isAddress(written) || ipaddr.isValidCIDR(written);
}

function isKey(written: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(written.trim());
}
