// The rooms, and what each may import. ARCHITECTURE.md ("Rooms") says the same to people; the check `lists` compares the two.
// An entry is a room, one file of a room, or `types:` and a room, of which only types may be imported.

const ROOMS_BUT_TOOLS = [
  ...['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'operations', 'http', 'sdk', 'console'],
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
  operations: ['model', 'db', 'domain', 'types:contract'],
  // Rows are what it presents, the transaction around a mutation is its own, and the lock guard looks before the operation does.
  http: ['model', 'contract', 'domain', 'operations', 'types:db', 'db/transaction.ts', 'db/tables/locks.ts'],
  sdk: ['contract'],
  // For browsers. It shares the wire with the API, and the pure rules that decide which acts are possible.
  console: [
    'sdk',
    'model/roles.ts',
    'model/country-codes.ts',
    'model/profile-freezes.ts',
    'model/states/requirements.ts',
    'model/states/guest-waits.ts',
    'model/states/server-power.ts',
  ],
  doctor: ['model', 'db', 'engine'],
  // Wires the processes; the command line starts them.
  apps: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'operations', 'http', 'sdk', 'console'],
  cli: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'operations', 'sdk', 'doctor', 'apps'],
  // These may import every room, but nobody may import them.
  lab: ROOMS_BUT_TOOLS,
  dev: [...ROOMS_BUT_TOOLS, 'lab'],
};

module.exports = { MAY_IMPORT };
