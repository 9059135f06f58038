/** `./innkeeper demo`: runs the first steps of a customer on the running system. */

import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { refuseInRecovery } from '@innkeeper/apps/installation/recovering';
import { DEMO_EMAIL } from '@innkeeper/apps/installation/trial';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { formatDuration } from '@innkeeper/apps/terminal/duration';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { listenSettingsOf } from '@innkeeper/apps/transport/transport';
import { firstLinkUrl, makeFirstLink } from '@innkeeper/apps/up/first-link';
import { describeCaller, tunnelCommand } from '@innkeeper/apps/up/tunnel';
import { machineIdOf, macOf } from '@innkeeper/model/servers/machine-names';
import { systemClock } from '@innkeeper/model/time/clock';
import { ApiError } from '@innkeeper/sdk/api-error';
import { WaitTimeout } from '@innkeeper/sdk/wait';
import { Command, Option } from 'commander';
import { connect, requireDemoAccount, requireRunning, rerunWithCertificate } from './demo/connection.ts';
import { type Demo, type Leftovers, runDemo } from './demo/run.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

interface DemoOptions extends WithHome {
  token?: string;
  keep?: boolean;
  show?: boolean;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('deploy a server, log in, restart and stop it through the API')
    .addOption(homeOption())
    .addOption(
      new Option('--token <token>', 'token of the customer (default: a token of the demo account, valid for an hour)').env(
        'INNKEEPER_TOKEN',
      ),
    )
    .option('--keep', 'leave the server running')
    .option('--show', 'print API calls to paste into a shell, and change nothing')
    .addCommand(linkCommand())
    .action(demo);
}

function linkCommand(): Command {
  return new Command('link')
    .description(
      'print a link that signs in to the console as the demo account: once, within an hour, in a browser on this machine',
    )
    .addOption(homeOption())
    .action((_options: WithHome, command: Command) => printFirstLink(homeAt(command.optsWithGlobals<WithHome>().home)));
}

async function demo(options: DemoOptions): Promise<void> {
  const home = homeAt(options.home);
  const { engine } = await requireState(home);
  await requireDemoAccount(home, options.token);
  if (options.show) {
    await show(home, options.token);
    return;
  }
  if (engine === 'simulated')
    throw new CommandError(
      'Nobody can log in to guests of the simulated engine, because they are not real. Start Innkeeper with --engine qemu in another --home.',
    );
  const code = await rerunWithCertificate(await requireRunning(home));
  if (code !== null) {
    process.exitCode = code;
    return;
  }
  const began = performance.now();
  const { client, url } = await connect(home, options.token);
  console.log(`Acting as a customer of ${url}\n`);
  const leftovers: Leftovers = {};
  try {
    const keep = options.keep ?? false;
    await runDemo({ client, namespaceOf: namespaceFinder(home), report: terminalReport(), keep }, leftovers);
    console.log(`\nDone in ${formatDuration(performance.now() - began)}.`);
  } catch (error) {
    throwCommandError(error);
  } finally {
    console.log(describeLeftovers(leftovers, options));
  }
}

async function show(home: Home, token: string | undefined): Promise<void> {
  const { client, url, running } = await connect(home, token);
  const [[image], [key]] = [(await client.listServerImages()).data, (await client.listSshKeys()).data];
  if (!image) throw new CommandError('No image is on sale. Build an image with ./innkeeper image build debian-13.');
  const command = `./innkeeper token create --home ${home.path} --email ${DEMO_EMAIL} --abilities read,write --quiet`;
  const facts = { url, certificate: running.certificate, token: token ? `echo ${token}` : command, imageId: image.id };
  console.log(callsToPaste({ ...facts, sshKeyId: key?.id ?? null }).join('\n'));
}

/**
 * Returns a function that finds the network namespace of a server. The API returns only the server's addresses. This host reaches them
 * through the namespace of the engine.
 */
function namespaceFinder(home: Home): Demo['namespaceOf'] {
  return async (server) => {
    const { network } = await createEngineOfHome(home, 'qemu', (await loadForCommand(home)).values);
    const addresses = server.ip_addresses.map(({ ip_address, prefix, gateway, version }) => ({
      address: ip_address,
      prefix,
      gateway,
      version: version === 6 ? (6 as const) : (4 as const),
    }));
    const { id, hostname } = server;
    return network.sshEndpoint({ machineId: machineIdOf(id), mac: macOf(id), hostname, addresses, dns: [] }).namespace;
  };
}

function throwCommandError(error: unknown): never {
  if (error instanceof ApiError)
    throw new CommandError(
      `The API refused the request: ${error.message}${Object.values(error.errors)
        .flat()
        .map((text) => ` ${text}`)
        .join('')}`,
    );
  if (error instanceof WaitTimeout) throw new CommandError(error.message);
  if (error instanceof TypeError) throw new CommandError(`The API cannot be reached: ${error.message}`);
  throw error;
}

function describeLeftovers({ server, key, sshKeyId, stopped }: Leftovers, options: DemoOptions): string {
  const homeWords = options.home ? ` --home ${options.home}` : '';
  const things = [
    ...(server
      ? [
          `server ${server.id} (${server.hostname}), ${stopped ? 'stopped; it keeps its disk and address until its expiry' : 'not stopped'}`,
        ]
      : []),
    ...(sshKeyId === undefined ? [] : [`SSH key ${sshKeyId} of the account`]),
    ...(key ? [`its private key in ${key.directory}`] : []),
  ];
  const login = server && key && !stopped ? `\nLog in: ./innkeeper ssh${homeWords} -i ${key.file} ${server.hostname}` : '';
  return `Left behind: ${things.join('; ') || 'nothing'}.${login}`;
}

interface ShowFacts {
  /** URL of the API, such as `http://127.0.0.1:7080`. */
  url: string;
  /** Certificate that curl must trust, or `null`. */
  certificate: string | null;
  /** Command that prints a token. */
  token: string;
  imageId: number;
  /** Key of the demo account, or `null` if there is none. */
  sshKeyId: number | null;
}

/** Cheapest plan of the seeded catalogue. */
const PLAN = 'nano';

/** Returns lines that take a token once, list the images, deploy a server and get it. */
export function callsToPaste({ url, certificate, token, imageId, sshKeyId }: ShowFacts): string[] {
  const curl = `curl -s${certificate ? ` --cacert ${certificate}` : ''} -H "$AUTH"`;
  // Without ssh-keygen, no key can be made. Guests are simulated then, so this password opens nothing.
  const access = sshKeyId === null ? { password: 'Only-to-try-1' } : { ssh_keys: [sshKeyId] };
  const order = { name: 'first', plan: PLAN, image_id: imageId, ...access };
  return [
    `AUTH="Authorization: Bearer $(${token})"; API=${url}/v1`,
    `${curl} $API/server-images`,
    `SERVER=$(${curl} -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' $API/servers); echo "$SERVER"`,
    `ID=\${SERVER#*:}; ${curl} $API/servers/\${ID%%,*}`,
  ];
}

/** Prints a new link, and the tunnel that makes it work on the caller's own computer. Throws a `CommandError` if no link is possible. */
async function printFirstLink(home: Home): Promise<void> {
  await requireRunning(home);
  const { values } = await loadForCommand(home);
  const listening = listenSettingsOf(values);
  const url = firstLinkUrl(listening);
  if (url === null)
    throw new CommandError(
      `The link works on this machine alone, and the API listens on ${listening.address}. Start it with --listen 127.0.0.1 or --listen 0.0.0.0.`,
    );
  const link = await withDatabase(home, async (db) => {
    await refuseInRecovery(db);
    return makeFirstLink(db, { home, url, now: systemClock.now() });
  });
  if (link === null)
    throw new CommandError('This home has no demo account: it began with --no-demo, or the account is suspended or closed.');
  console.log(link);
  const tunnel = tunnelCommand(listening, describeCaller());
  if (tunnel !== null) console.log(`\nTo open it on your own computer, run there:\n  ${tunnel}`);
}
