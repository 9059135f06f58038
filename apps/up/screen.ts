/** The summary that `up` prints: where it is, what it runs on, and how to try it. Pure. */
import { commandToLeave } from '../installation/trial.ts';
import type { Capacity } from './capacity.ts';
import type { DemoAccount } from './demo-account.ts';

export interface Facts {
  /** `http://127.0.0.1:7080` */
  url: string;
  /** What clients call it by, when the operator said so. */
  publicUrl: string | null;
  home: string;
  /** `QEMU 10.0.2` */
  engine: string;
  /** `Node.js 24.21.0, which comes with Innkeeper` */
  runtime: string;
  accelerator: { name: string; why: string };
  /** Whether guests are real machines. */
  real: boolean;
  /** `namespace`, `usermode`, `simulated`. */
  network: string;
  /** What the node offers. */
  capacity: Capacity;
  /** How many times its CPUs are promised. */
  overcommit: number;
  /** `null` if the home is no trial. */
  account: DemoAccount | null;
  imageId: number;
  /** The system user that the API runs as; null: whoever started Innkeeper. */
  apiUser: string | null;
  /** What is better done about the roles of the database. */
  databaseAdvice: string | null;
  /** A certificate that Innkeeper made itself, which clients must be told to trust. */
  certificate: string | null;
}

/** The cheapest plan of the catalogue that a start seeds. */
const PLAN = 'nano';

const NETWORKS: Record<string, string> = {
  namespace: 'a network namespace of its own: the network of the host is not changed',
  usermode: "QEMU's own, with SSH on forwarded ports of 127.0.0.1 (addresses, filters and counters need root)",
};

export function screen(facts: Facts): string {
  const { account, capacity, overcommit } = facts;
  const rows: [string, string][] = [
    ['API', `${facts.url}/v1`],
    ['Docs', `${facts.url}/docs`],
    ...(facts.publicUrl === null ? [] : [['Public URL', facts.publicUrl] satisfies [string, string]]),
    ['Engine', facts.real ? facts.engine : `${facts.engine}: guests are not real`],
    ['Runtime', facts.runtime],
    ['Accelerator', `${facts.accelerator.name}: ${facts.accelerator.why}`],
    ['Network', NETWORKS[facts.network] ?? facts.network],
    [
      'To sell',
      `${capacity.vcpus} vCPUs (overcommit ${overcommit}), ${gb(capacity.memoryMb)} GB of memory, ${capacity.diskGb} GB of disk`,
    ],
    ['Home', facts.home],
    ['API runs as', facts.apiUser ?? 'you, like all the rest: as root it gets a user of its own'],
  ];
  if (facts.databaseAdvice) rows.push(['Database', facts.databaseAdvice]);
  if (account) {
    rows.push(['Demo account', `${account.email}, balance ${account.balance}`]);
    rows.push(['Its token', account.token ? `${account.token}  (shown only now)` : 'was shown at the first start; for another:']);
    if (!account.token) rows.push(['', newToken(facts, account)]);
  } else rows.push(['Accounts', `./innkeeper account create${homeWords(facts)} makes one`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  return [
    '',
    'Innkeeper is up.',
    '',
    ...table,
    '',
    ...(account ? [...trialNotice(facts), ...tryIt(facts, account)] : []),
    '',
  ].join('\n');
}

/** Says that this is a trial and how to leave it, at each start. */
function trialNotice(facts: Facts): string[] {
  return [
    'This is a trial: the demo account has money that nobody paid, and its tokens may order. To leave it before customers come:',
    '',
    `  ${commandToLeave(homeWords(facts))}`,
    '',
    'A new home is no trial if its first start is ./innkeeper up --no-demo --home DIRECTORY.',
    '',
  ];
}

/** Lines to paste: the token once, then list images, deploy, and get the server. */
function tryIt(facts: Facts, account: DemoAccount): string[] {
  const token = account.token ?? `$(${newToken(facts, account)} --quiet)`;
  const curl = `curl -s${facts.certificate ? ` --cacert ${facts.certificate}` : ''} -H "$AUTH"`;
  const order = {
    name: 'first',
    plan: PLAN,
    image_id: facts.imageId,
    // Without ssh-keygen there is no key, and guests are simulated ones: nobody can log in with this.
    ...(account.sshKeyId === null ? { password: 'Only-to-try-1' } : { ssh_keys: [account.sshKeyId] }),
  };
  return [
    'Try it:',
    '',
    `  AUTH="Authorization: Bearer ${token}"; API=${facts.url}/v1`,
    `  ${curl} $API/server-images`,
    `  SERVER=$(${curl} -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' $API/servers); echo "$SERVER"`,
    `  ID=\${SERVER#*:}; ${curl} $API/servers/\${ID%%,*}`,
    '',
    ...(facts.real ? [`Log in to it, half a minute later: ./innkeeper ssh${homeWords(facts)} first`] : []),
    ...(facts.real ? [`Or watch everything that a customer does with a server: ./innkeeper demo${homeWords(facts)}`] : []),
  ];
}

function newToken(facts: Facts, account: DemoAccount): string {
  return `./innkeeper token create${homeWords(facts)} --email ${account.email} --abilities read,write`;
}

function homeWords(facts: Facts): string {
  return facts.home.endsWith('/.innkeeper') ? '' : ` --home ${facts.home}`;
}

function gb(mb: number): string {
  return (mb / 1024).toFixed(1);
}
