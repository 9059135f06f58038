/** The summary that `up` prints: at most 16 lines that are not empty, and then what the operator should change. Pure. */
import { commandToLeave } from '../installation/trial.ts';
import { formatDuration } from '../terminal/duration.ts';
import type { Capacity } from './capacity.ts';
import type { DemoAccount } from './demo-account.ts';

export interface Facts {
  /** `http://127.0.0.1:7080` */
  url: string;
  /** URL that clients use, or `null` if the operator has set none. */
  publicUrl: string | null;
  home: string;
  /** `QEMU 10.0.2` */
  engine: string;
  /** `Node.js 24.21.0, bundled with Innkeeper` */
  runtime: string;
  accelerator: { name: string; why: string };
  /** True if guests are real machines. */
  real: boolean;
  /** `namespace`, `usermode`, `simulated`. */
  network: string;
  /** Resources that the node offers. */
  capacity: Capacity;
  /** Number of virtual CPUs that are sold for each CPU. */
  overcommit: number;
  /** `null` if the home is no trial. */
  account: DemoAccount | null;
  /** The system user that the API runs as; null: whoever started Innkeeper. */
  apiUser: string | null;
  /** Advice on the roles of the database, or `null`. */
  databaseAdvice: string | null;
  /** A certificate that Innkeeper made itself, which clients must be told to trust. */
  certificate: string | null;
  version: string;
  /** Duration of this start in milliseconds. */
  startedInMs: number;
  isFirstStart: boolean;
  /** Command for the operator's own computer, by which links to this machine work there. `null` for who sits at this machine. */
  tunnel: string | null;
  /** True if the output goes into a journal, which others read later. */
  isJournal: boolean;
}

const NETWORKS: Record<string, string> = {
  namespace: 'in a network namespace of their own',
  usermode: 'with SSH on forwarded ports of 127.0.0.1',
  simulated: 'in a simulated network',
};

/** Returns the summary. `stop` says how Innkeeper is stopped. `link` signs in once, so it is for a terminal alone. */
export function screen(facts: Facts, stop: string, link: string | null = null): string {
  const { capacity, account } = facts;
  const rows: [string, string][] = [
    ['API reference', `${forLinks(facts.url)}/docs`],
    ...(facts.publicUrl === null ? [] : [['Public URL', facts.publicUrl] satisfies [string, string]]),
    ...(facts.certificate === null ? [] : [['Certificate', facts.certificate] satisfies [string, string]]),
    ...accountRows(facts),
    [
      'Guests',
      `${facts.real ? `real: ${facts.engine}, ${facts.accelerator.name}` : 'not real'}, ${NETWORKS[facts.network] ?? facts.network}`,
    ],
    ['Runs on', `${facts.runtime}; the API runs as ${facts.apiUser ?? 'you'}`],
    ['For sale', `${capacity.vcpus} vCPUs, ${gb(capacity.memoryMb)} GB of memory, ${capacity.diskGb} GB of disk`],
    ['Home', facts.home],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  const first = facts.isFirstStart ? 'first start' : 'start';
  const reach = /\/\/(127\.|\[::1\])/.test(facts.url) ? ' It is reachable from this host only.' : '';
  return [
    '',
    `Innkeeper ${facts.version} is up (${first}: ${formatDuration(facts.startedInMs)}).${reach}`,
    '',
    ...(link === null ? [] : [`Open the console (once, within an hour):  ${link}`, '']),
    ...table,
    '',
    ...(facts.tunnel === null
      ? []
      : ['To open the links on your own computer, run this command there:', `  ${facts.tunnel}`, '']),
    ...(account ? [`This is a trial. End it with: ${commandToLeave(homeWords(facts))}`] : []),
    ...nextLines(facts),
    `Help:  ./innkeeper doctor${homeWords(facts)}    Stop: ${stop}`,
    ...notes(facts),
    '',
  ].join('\n');
}

function accountRows(facts: Facts): [string, string][] {
  const { account } = facts;
  if (!account) return [['Accounts', `create an account with ./innkeeper account create${homeWords(facts)}`]];
  const token =
    account.token === null || facts.isJournal
      ? `./innkeeper token create${homeWords(facts)} --email ${account.email} --abilities read,write`
      : `${account.token}  (not shown again)`;
  return [
    ['Demo account', `${account.email}, balance ${account.balance}`],
    ['Its token', token],
  ];
}

function nextLines(facts: Facts): string[] {
  if (!facts.account) return [`Next:  read docs/guide/operators/README.md to sell servers and connect a network`];
  const demo = `./innkeeper demo${homeWords(facts)}`;
  if (!facts.real) return [`Next:  ${demo} --show    prints API calls to paste`];
  return [
    `Next:  ${demo}    orders a server, logs in and restarts it`,
    `       ./innkeeper network uplink nat${homeWords(facts)}    lets guests reach the internet`,
  ];
}

/** Returns advice for the operator. */
function notes({ databaseAdvice, apiUser, accelerator, real }: Facts): string[] {
  const slow = real && accelerator.name === 'tcg';
  const found = [
    ...(slow ? [`Guests are slow: ${accelerator.why}.`] : []),
    ...(apiUser === null ? ['The API runs as your user. Started as root, it gets its own user.'] : []),
    ...(databaseAdvice === null ? [] : [`Database: ${databaseAdvice}.`]),
  ];
  return found.length > 0 ? ['', ...found.map((note) => `Note: ${note}`)] : [];
}

/** Passkeys and secure cookies work for this name, and not for an address. */
function forLinks(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

/** Returns the command that stops an installation in the background. */
export const commandToStop = (facts: Facts): string => `./innkeeper down${homeWords(facts)}`;

function homeWords(facts: Facts): string {
  return facts.home.endsWith('/.innkeeper') ? '' : ` --home ${facts.home}`;
}

function gb(mb: number): string {
  return (mb / 1024).toFixed(1);
}
