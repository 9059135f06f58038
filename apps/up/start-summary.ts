/** The summary that `up` prints: at most 16 non-empty lines, followed by advice for the operator. Pure. */
import { describeOtherHome, OTHER_HOME_REMEDY } from '../installation/other-homes.ts';
import { commandToEndTrial } from '../installation/trial.ts';
import { formatDuration } from '../terminal/duration.ts';
import type { Capacity } from './capacity.ts';
import type { DemoAccount } from './demo-account.ts';

export interface StartSummary {
  /** Local URL of the API, such as `http://127.0.0.1:7080`. */
  url: string;
  /** URL that clients use, or `null` if the operator has set none. */
  publicUrl: string | null;
  home: string;
  /** Engine with its version, such as `QEMU 10.0.2`. */
  engine: string;
  /** Runtime, such as `Node.js 24.21.0, bundled with Innkeeper`. */
  runtime: string;
  accelerator: { name: string; why: string };
  /** True if guests are real machines. */
  real: boolean;
  /** Network: `namespace`, `usermode` or `simulated`. */
  network: string;
  /** Resources that the node offers. */
  capacity: Capacity;
  /** Number of virtual CPUs that are sold per CPU. */
  overcommit: number;
  /** Demo account, or `null` if the home is not a trial. */
  account: DemoAccount | null;
  /** System user that the API runs as, or `null` for the user that started Innkeeper. */
  apiUser: string | null;
  /** Advice on the roles of the database, or `null`. */
  databaseAdvice: string | null;
  /** Backup from which the installation recovers, or `null`. */
  restoredFrom: string | null;
  /** True if alerts are sent to a person. */
  sendsAlerts: boolean;
  /** Certificate that Innkeeper made itself and that clients must trust, or `null`. */
  certificate: string | null;
  version: string;
  /** Duration of this start in milliseconds. */
  startedInMs: number;
  isFirstStart: boolean;
  /** True if `backup setup` has named a target. */
  hasBackups: boolean;
  /** Command for the operator's own computer that makes links to this machine work there. `null` for an operator at this machine. */
  tunnel: string | null;
  /** True if the output goes into a journal, which others read later. */
  isJournal: boolean;
  /** True if `demo link` can make a link that signs in to the console. */
  hasFirstLink: boolean;
  /** Path of the first other home with real guests on this host, or `null`. */
  otherHome: string | null;
}

const NETWORKS: Record<string, string> = {
  namespace: 'in a network namespace of their own',
  usermode: 'with SSH on forwarded ports of 127.0.0.1',
  simulated: 'in a simulated network',
};

/** Returns the summary. `stop` names the command that stops Innkeeper. `link` signs in once, so it is only for a terminal. */
export function formatStartSummary(facts: StartSummary, stop: string, link: string | null = null): string {
  const { capacity, account } = facts;
  const rows: [string, string][] = [
    ['API reference', `${withLocalhostName(facts.url)}/docs`],
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
    ...signInLines(facts, link),
    ...table,
    '',
    ...(facts.tunnel === null
      ? []
      : ['To open the links on your own computer, run this command there:', `  ${facts.tunnel}`, '']),
    ...(account ? [`This is a trial. End it with: ${commandToEndTrial(homeOptionText(facts))}`] : []),
    ...nextLines(facts),
    `Help:  ./innkeeper doctor${homeOptionText(facts)}    Stop: ${stop}`,
    ...formatNotes(facts),
    '',
  ].join('\n');
}

/** Returns the link that signs in or, without a terminal for it, the command that prints one. */
function signInLines(facts: StartSummary, link: string | null): string[] {
  if (link !== null) return [`Open the console (once, within an hour):  ${link}`, ''];
  return facts.hasFirstLink
    ? [`Sign in to the console with the link of:  ./innkeeper demo link${homeOptionText(facts)}`, '']
    : [];
}

function accountRows(facts: StartSummary): [string, string][] {
  const { account } = facts;
  if (!account) return [['Accounts', `create an account with ./innkeeper account create${homeOptionText(facts)}`]];
  const token =
    account.token === null || facts.isJournal
      ? `./innkeeper token create${homeOptionText(facts)} --email ${account.email} --abilities read,write`
      : `${account.token}  (not shown again)`;
  return [
    ['Demo account', `${account.email}, balance ${account.balance}`],
    ['Its token', token],
  ];
}

function nextLines(facts: StartSummary): string[] {
  if (!facts.account) return [`Next:  read docs/guide/operators/README.md to sell servers and connect a network`];
  const demo = `./innkeeper demo${homeOptionText(facts)}`;
  if (!facts.real) return [`Next:  ${demo} --show    prints API calls to paste`];
  return [
    `Next:  ${demo}    orders a server, logs in and restarts it`,
    `       ./innkeeper network uplink nat${homeOptionText(facts)}    lets guests reach the internet`,
  ];
}

/** Returns advice for the operator. */
function formatNotes(facts: StartSummary): string[] {
  const { databaseAdvice, restoredFrom, apiUser, accelerator, real, hasBackups, sendsAlerts, otherHome } = facts;
  // During a recovery the engine is not opened, so the accelerator is unknown.
  const slow = real && accelerator.name === 'tcg' && restoredFrom === null;
  const found = [
    ...(restoredFrom === null
      ? []
      : [
          `This installation is recovering from ${restoredFrom}: it answers reads and changes nothing. Run ./innkeeper restore plan${homeOptionText(facts)}, then restore finish.`,
        ]),
    ...(otherHome === null ? [] : [`${describeOtherHome(otherHome)}. To do: ${OTHER_HOME_REMEDY}.`]),
    ...(slow ? [`Guests are slow: ${accelerator.why}.`] : []),
    ...(apiUser === null ? ['The API runs as your user. Started as root, it gets its own user.'] : []),
    ...(hasBackups
      ? []
      : [`There is no backup of this installation. Set it up with ./innkeeper backup setup${homeOptionText(facts)}.`]),
    ...(databaseAdvice === null ? [] : [`Database: ${databaseAdvice}.`]),
    ...(sendsAlerts
      ? []
      : [`Alerts are sent to nobody. Set where they go: ./innkeeper alert notify${homeOptionText(facts)} --mail ADDRESS`]),
  ];
  return found.length > 0 ? ['', ...found.map((note) => `Note: ${note}`)] : [];
}

/** Returns the URL with `localhost` instead of `127.0.0.1`. Passkeys and secure cookies work for the name, but not for an address. */
function withLocalhostName(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

/** Returns the command that stops an installation in the background. */
export const commandToStop = (facts: StartSummary): string => `./innkeeper down${homeOptionText(facts)}`;

function homeOptionText(facts: Pick<StartSummary, 'home'>): string {
  return facts.home.endsWith('/.innkeeper') ? '' : ` --home ${facts.home}`;
}

function gb(mb: number): string {
  return (mb / 1024).toFixed(1);
}
