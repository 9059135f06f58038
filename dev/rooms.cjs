// The rooms and their allowed imports. ARCHITECTURE.md ("Rooms") documents the same table, and the check `lists` compares both.
// An entry is a room, one file of a room, or `types:` and a room, of which only types may be imported.

const ROOMS_BUT_TOOLS = [
  ...['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'present', 'operations', 'http', 'sdk', 'console'],
  ...['doctor', 'apps', 'cli'],
];

/** @type {Record<string, string[]>} */
const MAY_IMPORT = {
  model: [],
  contract: ['model'],
  db: ['model'],
  engine: ['model'],
  domain: ['model', 'db'],
  workflows: ['model', 'db', 'domain', 'engine'],
  jobs: ['model', 'db', 'domain', 'engine', 'workflows'],
  // Writes rows in the form of the contract, so it needs the serializers of its schemas.
  present: ['model', 'contract', 'domain', 'types:db'],
  operations: ['model', 'db', 'domain', 'present', 'types:contract'],
  // HTTP opens the transaction of a mutation, and its lock guard checks before the operation does.
  http: ['model', 'contract', 'domain', 'present', 'operations', 'types:db', 'db/transaction.ts', 'db/tables/locks.ts'],
  sdk: ['contract'],
  // For browsers. It shares the API contract, and the pure rules that decide which operations are available.
  console: [
    'sdk',
    'model/mail/languages.ts',
    'model/people/roles.ts',
    'model/people/country-codes.ts',
    'model/people/profile-freezes.ts',
    'model/states/requirements.ts',
    'model/states/guest-waits.ts',
    'model/states/server-power.ts',
  ],
  doctor: ['model', 'db', 'engine'],
  // Wires the processes; the command line starts them.
  apps: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'present', 'operations', 'http', 'sdk', 'console'],
  cli: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'present', 'operations', 'sdk', 'doctor', 'apps'],
  // These may import every room, but no room may import them.
  lab: ROOMS_BUT_TOOLS,
  dev: [...ROOMS_BUT_TOOLS, 'lab'],
};

// The floors inside a room, lowest first. An entry is a folder, or a loose file without its ending. It may import itself and lower floors,
// types included. A file without a floor is an error. A room that is not listed has no floors yet.
/** @type {Record<string, string[][]>} */
const FLOORS = {
  domain: [
    [
      ...['accounts', 'actor', 'archives', 'names', 'nodes', 'page-link', 'pools', 'promo-tries', 'refusals', 'threads'],
      'webhooks',
    ],
    ['context', 'guest-passwords'],
    ['access', 'alerts', 'audit', 'billing-audit', 'mail', 'promos', 'services', 'staff'],
    ['invoices'],
    [
      ...[
        'addons',
        'affiliates',
        'attacks',
        'console',
        'images',
        'members',
        'resources',
        'sign-in',
        'spending',
        'tax',
        'tickets',
      ],
      'workflows',
    ],
    [
      ...['account-exports', 'copies', 'email-change', 'firewalls', 'floating-ips', 'isos', 'mail-in', 'passkeys', 'passwords'],
      ...['payments', 'recovery', 'scanner', 'single-sign-on'],
    ],
    ['invalid-references', 'servers', 'sign-up'],
    ['service-types'],
    ['orders', 'support-plans'],
    ['receipts', 'renewals'],
    ['endings'],
  ],
  engine: [
    [
      'atomic',
      'byte-meter',
      'documents',
      'error',
      'geo',
      'keyed-mutex',
      'log',
      'nic',
      'outgoing-http',
      'telemetry',
      'vat-numbers',
    ],
    ['attachments', 'backup', 'host', 'journal', 'mail', 'openid', 'payments', 'webhooks'],
    ['alerts', 'dns', 'downloads', 'images', 'scanner'],
    ['mail-in', 'network'],
    ['compute'],
    ['copies'],
    ['doctor', 'ports'],
    ['open'],
  ],
  http: [
    ['request', 'paths'],
    ['log'],
    ['session'],
    ['guards', 'sse'],
    ['reply'],
    ['connections', 'response-cache', 'webhooks'],
    ['run'],
    ['console', 'chains'],
    ['options'],
    ['app'],
  ],
  // `parts/` knows neither data nor router, so that a second console can use it.
  console: [
    ['viewer', 'web/plugins', 'web/style', 'web/env.d'],
    ['bundle', 'web/bundle', 'web/rules'],
    ['web/parts', 'web/router'],
    ['web/data'],
    ['web/shared'],
    ['web/pages'],
    ['web/start'],
  ],
};

module.exports = { FLOORS, MAY_IMPORT };
