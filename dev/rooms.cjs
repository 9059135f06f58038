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
    'model/requests/field-sentences.ts',
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
        'approvals',
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
    ['alerts', 'dns', 'downloads', 'scanner'],
    ['images', 'mail-in', 'network'],
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
    ['bundle', 'web/bundle', 'web/called-operations', 'web/rules'],
    ['web/parts', 'web/router'],
    ['web/data'],
    ['web/shared'],
    ['web/pages'],
    ['web/start'],
  ],
};

// The files of the console that may import a building block of dialogs, and the reason. All other dialogs are a `FormDialog`, an `OrderDialog`
// or a `SecretFormDialog`, so that a refusal, a lost reply and the focus work alike everywhere.
/** @type {Record<string, Record<string, string>>} */
const DIALOGS = {
  'web/parts/dialog.tsx': {
    'web/parts/form-frame.tsx': 'a dialog with a form',
    'web/shared/call.tsx': 'shows API calls',
    'web/shared/secret-dialog.tsx': 'shows a secret, and asks before it closes',
    'web/pages/security/recovery-codes.tsx': 'shows codes, and closes only by its button',
    'web/pages/audit-log/entry-dialog.tsx': 'shows an entry',
    'web/pages/firewall/leave-question.tsx': 'asks a question about the page',
    'web/start/shell/key-list.tsx': 'shows keys',
    'web/start/shell/proof-dialog.tsx': 'offers several ways to prove an identity',
    'web/start/shell/sign-in-dialog.tsx': 'has the steps of a sign-in',
  },
  'web/parts/form-frame.tsx': {
    'web/shared/act-form.tsx': 'the form of an act',
    'web/shared/order-dialog.tsx': 'the form of an act with a price',
    'web/pages/firewall/rule-dialog.tsx': 'changes rules that are not saved yet',
    'web/pages/protection/list-text-dialog.tsx': 'tries a change that another dialog applies',
    'web/pages/servers/bulk-dialogs.tsx': 'sends an act for each server, whose results the page lists',
    'web/pages/floating-ips/names-dialog.tsx': 'shares its act with the form of a server page',
  },
  'web/shared/act-form.tsx': {
    'web/shared/form-dialog.tsx': 'the form of an operation',
    'web/shared/secret-form-dialog.tsx': 'the form of an operation whose reply contains a secret',
    'web/pages/security/factor-dialogs.tsx': 'shares the act that creates recovery codes with another step',
    'web/pages/security/passkey-dialogs.tsx': 'needs two operations, and a passkey that the browser creates between them',
  },
};

module.exports = { DIALOGS, FLOORS, MAY_IMPORT };
