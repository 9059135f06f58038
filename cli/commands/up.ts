/** `./innkeeper up`: from a bare machine to a running system. */

import { DEFAULT_LISTEN, DEFAULT_PORT } from '@innkeeper/apps/environment';
import { type EngineKind, type Home, homeAt, makeHome, readSettings } from '@innkeeper/apps/installation/home';
import { parseMirrors } from '@innkeeper/apps/installation/mirrors';
import { readRunning } from '@innkeeper/apps/installation/running';
import { readSignUpUrl } from '@innkeeper/apps/installation/sign-up';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { parsePublicUrl } from '@innkeeper/apps/transport/public-url';
import { chooseTransport, type Listening } from '@innkeeper/apps/transport/transport';
import { runDetached } from '@innkeeper/apps/up/detached';
import { runForeground } from '@innkeeper/apps/up/foreground';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { refuseTakenPort } from '@innkeeper/apps/up/port';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './home-option.ts';
import { parseWhole } from './parse.ts';

interface UpOptions extends WithHome {
  port: number;
  listen: string;
  engine?: EngineKind;
  detach?: boolean;
  tlsCert?: string;
  tlsKey?: string;
  trustProxy?: string;
  publicUrl?: string;
  consoleOrigin?: string[];
  allowMirror?: string[];
}

export function upCommand(): Command {
  return new Command('up')
    .description('start Innkeeper, installing whatever is missing')
    .addOption(homeOption())
    .addOption(new Option('--port <n>', 'the port of the API').default(DEFAULT_PORT).argParser(parseWhole('--port', 1, 65_535)))
    .addOption(new Option('--engine <kind>', 'what runs the guests (default: qemu)').choices(['qemu', 'simulated']))
    .option('--detach', 'return when everything is ready; logs go to the home directory')
    .option('--listen <address>', 'the IP address to serve on; beyond loopback only over HTTPS', DEFAULT_LISTEN)
    .option('--tls-cert <file>', 'file of your certificate, in PEM form')
    .option('--tls-key <file>', 'file of its key')
    .option('--trust-proxy <cidr>', 'a reverse proxy that serves HTTPS; Innkeeper then serves plain HTTP to it alone')
    .option(
      '--console-origin <url...>',
      'origins of your pages that may show consoles, besides those of this API; kept for later starts until "none" is given',
    )
    .option(
      '--allow-mirror <address:port...>',
      'servers in your network that ISO files and images may be downloaded from; kept for later starts until "none" is given',
    )
    .option(
      '--public-url <url>',
      'the URL by which clients reach the API, for links; kept for later starts until "none" is given',
    )
    .action(up);
}

async function up(options: UpOptions): Promise<void> {
  const listening = listeningOf(options, await publicUrlOf(options), await consoleOriginsOf(options));
  chooseTransport(listening);
  const mirrors = await mirrorsOf(options);
  const there = await readRunning(homeAt(options.home));
  if (there) {
    const what = there.state === 'ready' ? `Innkeeper runs already at ${there.url}` : 'Innkeeper is starting already';
    console.log(`${what} (process ${there.pid}). Stop it with ./innkeeper down.`);
    return;
  }
  const home = await makeHome(options.home);
  const engine = await chooseEngine(home, options.engine);
  const externalDatabase = process.env.DATABASE_URL || null;
  const report = terminalReport();
  await refuseTakenPort(listening);
  if (engine === 'qemu') await preparePackages(report);
  const settings = { home, engine, listening, mirrors, externalDatabase, signUpUrl: readSignUpUrl(process.env) };
  if (options.detach) await runDetached(settings, report);
  else await runForeground(settings, report);
}

function listeningOf(options: UpOptions, publicUrl: string | null, consoleOrigins: readonly string[]): Listening {
  return {
    address: options.listen,
    port: options.port,
    tlsCert: options.tlsCert ?? null,
    tlsKey: options.tlsKey ?? null,
    trustProxy: options.trustProxy ?? null,
    publicUrl,
    consoleOrigins,
  };
}

/** As given, else as it was at the last start. */
async function publicUrlOf({ home, publicUrl }: UpOptions): Promise<string | null> {
  if (publicUrl === 'none') return null;
  if (publicUrl !== undefined) return parsePublicUrl(publicUrl);
  return (await readSettings(homeAt(home)))?.publicUrl ?? null;
}

/** As given, else as they were at the last start. */
async function consoleOriginsOf({ home, consoleOrigin }: UpOptions): Promise<readonly string[]> {
  if (consoleOrigin === undefined) return (await readSettings(homeAt(home)))?.consoleOrigins ?? [];
  return consoleOrigin.filter((origin) => origin !== 'none').map((origin) => parsePublicUrl(origin, '--console-origin'));
}

/** As given, else as they were at the last start. */
async function mirrorsOf({ home, allowMirror }: UpOptions): Promise<Endpoint[]> {
  const named = allowMirror ?? (await readSettings(homeAt(home)))?.mirrors ?? [];
  return parseMirrors(named.filter((mirror) => mirror !== 'none'));
}

/** A home keeps its engine: the guests of one are unknown to the other. */
async function chooseEngine(home: Home, wanted: EngineKind | undefined): Promise<EngineKind> {
  const settings = await readSettings(home);
  if (!settings) return wanted ?? 'qemu';
  if (wanted && wanted !== settings.engine)
    throw new Refusal(`The guests in ${home.path} belong to the ${settings.engine} engine. Use another --home for ${wanted}.`);
  return settings.engine;
}
