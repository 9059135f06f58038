/** `./innkeeper up`: installs missing packages, configures the home and starts Innkeeper. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeRoomToStart } from '@innkeeper/apps/installation/ballast';
import { refuseClaimed } from '@innkeeper/apps/installation/claim';
import { closeOpenFiles, describeClosed } from '@innkeeper/apps/installation/closed-files';
import { type EngineKind, type Home, homeAt, makeHome, readState, requireShortPath } from '@innkeeper/apps/installation/home';
import { startCommandOf } from '@innkeeper/apps/installation/node';
import { readRunning } from '@innkeeper/apps/installation/running';
import { recordNoDemo } from '@innkeeper/apps/installation/trial';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { ignoreLostOutput } from '@innkeeper/apps/terminal/lost-output';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { listenSettingsOf } from '@innkeeper/apps/transport/transport';
import { configureHome, type OptionValues } from '@innkeeper/apps/up/configure-home';
import { runDetached } from '@innkeeper/apps/up/detached';
import { runForeground } from '@innkeeper/apps/up/foreground';
import { preparePackages, requirePackages } from '@innkeeper/apps/up/packages';
import { refuseTakenPort } from '@innkeeper/apps/up/port';
import { refuseDatabase } from '@innkeeper/apps/up/refuse-database';
import { trialDefaults } from '@innkeeper/apps/up/trial-keys';
import { asRefusal, refuseFailedUpgrade } from '@innkeeper/apps/upgrade/refused';
import { completeReturn, currentRelease } from '@innkeeper/apps/upgrade/way-back';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './program/home-option.ts';

/** Options that set keys of the configuration. Their values are saved in innkeeper.toml. */
interface KeyOptions {
  port?: string;
  listen?: string;
  engine?: string;
  tlsCert?: string;
  tlsKey?: string;
  trustProxy?: string[];
  publicUrl?: string;
  consoleOrigin?: string[];
  allowMirror?: string[];
}

interface UpOptions extends WithHome, KeyOptions {
  detach?: boolean;
  trial?: boolean;
  unattended?: boolean;
  withoutCopy?: boolean;
  replaceSecretKey?: boolean;
  /** False if `--no-demo` is given. */
  demo: boolean;
}

const KEY_OF: Readonly<Record<keyof KeyOptions, Path>> = {
  port: 'api.port',
  listen: 'api.address',
  engine: 'engine.kind',
  tlsCert: 'api.tls_cert',
  tlsKey: 'api.tls_key',
  trustProxy: 'api.trust_proxy',
  publicUrl: 'api.public_url',
  consoleOrigin: 'console.origins',
  allowMirror: 'allow.mirrors',
};

export function upCommand(): Command {
  return new Command('up')
    .description('start Innkeeper, and install missing packages')
    .addOption(homeOption())
    .option('--detach', 'return when everything is ready, and log to the home directory')
    .option('--no-demo', 'create no demo account, at the first start of a home and later')
    .option('--without-copy', 'upgrade the database without a copy, right after a backup was verified')
    .option('--replace-secret-key', 'accept the secret key of this home because the previous one is lost')
    .option('--unattended', 'under systemd: install, build and ask nothing, and print no token')
    .option('--trial', 'in a container: plain HTTP on every address, for the simulated engine only')
    .addOption(
      new Option('--engine <kind>', 'engine of the guests: qemu or simulated (default: qemu)').choices(['qemu', 'simulated']),
    )
    .option('--port <n>', 'port of the API (default: 7080)')
    .option('--listen <address>', 'IP address to serve on; beyond loopback only over HTTPS (default: 127.0.0.1)')
    .option('--public-url <url>', 'URL of the API for clients, used in links')
    .option('--tls-cert <file>', 'file with your certificate, in PEM form')
    .option('--tls-key <file>', 'file with the key of the certificate')
    .option('--trust-proxy <address...>', 'reverse proxies that serve HTTPS; Innkeeper then serves plain HTTP to them only')
    .option('--console-origin <url...>', 'origins of your pages that may show the screens of servers')
    .option('--allow-mirror <address:port...>', 'servers in your network that ISO files and images may be downloaded from')
    .addHelpText(
      'after',
      '\nOptions are saved in innkeeper.toml of the home for later starts, except --home, --detach, --unattended, --without-copy, --replace-secret-key and --no-demo.\nThe value "none" removes a setting.',
    )
    .action(up);
}

/** Starts Innkeeper. Any step can meet a database that this code cannot work with, and systemd must not repeat that start. */
async function up(options: UpOptions): Promise<void> {
  // The start goes on if nobody reads its progress to the end, such as with `| head`.
  ignoreLostOutput(process.stdout, process.stderr);
  await start(options).catch((error: unknown) => {
    throw options.unattended ? asRefusal(error) : error;
  });
}

async function start(options: UpOptions): Promise<void> {
  const optionValues = { ...optionValuesOf(options), ...trialOptionValues(options) };
  const named = homeAt(options.home);
  const running = await readRunning(named);
  refuseFurtherNode(named, running);
  if (running && options.unattended) throw new CommandError(`Innkeeper already runs (process ${running.pid}).`);
  if (running) {
    const what = running.state === 'ready' ? `Innkeeper already runs at ${running.url}` : 'Innkeeper is already starting';
    console.log(`${what} (process ${running.pid}). Stop it with ./innkeeper down.`);
    return;
  }
  requireShortPath(named);
  await makeRoomToStart(named);
  await completeReturn(named);
  refuseFurtherNode(named, await readState(named));
  if (options.unattended) await refuseFailedUpgrade(named, currentRelease());
  await refuseDatabase(named);
  if (existsSync(named.path)) await refuseClaimed(named);
  const home = await makeHome(options.home);
  for (const line of describeClosed(await closeOpenFiles(home))) console.log(line);
  const configuration = await configureHome(home, { ...(await trialDefaults(home, options, process.env)), ...optionValues });
  const { values } = configuration;
  await refuseOtherEngine(home, values['engine.kind']);
  if (!options.demo) await recordNoDemo(home);
  const report = terminalReport();
  await refuseTakenPort(listenSettingsOf(values));
  if (values['engine.kind'] === 'qemu') await (options.unattended ? requirePackages() : preparePackages(report));
  const { withoutCopy = false, replaceSecretKey: replacesSecretKey = false } = options;
  const settings = { home, configuration, withoutCopy, replacesSecretKey };
  if (options.detach) await runDetached(settings, report);
  else await runForeground({ ...settings, isUnattended: options.unattended === true }, report);
}

/** Throws a `CommandError` in the home of a further node, whose guests belong to another node than the first host's. */
function refuseFurtherNode(home: Home, state: { node?: string } | null): void {
  if (state?.node === undefined) return;
  throw new CommandError(
    `${home.path} is the home of the node ${state.node}. Run ${startCommandOf(state)}, or use another --home.`,
  );
}

/**
 * Returns the configuration keys that `--trial` sets. Clients reach a container at its own address, so the API listens on all addresses
 * unless `--listen` is given. Throws a `CommandError` with `--no-demo`.
 */
function trialOptionValues({ trial, listen, demo }: UpOptions): OptionValues {
  if (!trial) return {};
  if (!demo) throw new CommandError('--trial needs the demo account. Leave --no-demo out.', 2);
  return { 'api.trial': 'true', ...(listen === undefined && { 'api.address': '0.0.0.0' }) };
}

/** Returns the configuration keys that the options set. Throws a `CommandError` that names an option with an invalid value. */
function optionValuesOf(options: KeyOptions): OptionValues {
  const given = Object.entries(KEY_OF).filter(([option]) => options[option as keyof KeyOptions] !== undefined);
  return Object.fromEntries(
    given.map(([option, key]) => {
      const value = options[option as keyof KeyOptions] ?? '';
      const isFile = (key === 'api.tls_cert' || key === 'api.tls_key') && typeof value === 'string' && value !== 'none';
      requireValidOption(option, key, value);
      return [key, isFile ? path.resolve(value) : value];
    }),
  );
}

function requireValidOption(option: string, key: Path, value: string | readonly string[]): void {
  const texts = typeof value === 'string' ? [value] : value;
  const { kind } = keyOf(key);
  if (texts.length === 1 && texts[0] === 'none') return;
  if (kind.schema.safeParse(kind.fromText(texts.join(' '))).success) return;
  const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CommandError(`--${flag} must be ${kind.expects}, not ${texts.map((text) => `"${text}"`).join(' ')}.`, 2);
}

/** Throws a `CommandError` if the home has another engine. A home keeps its engine, because one engine cannot see the guests of the other. */
async function refuseOtherEngine(home: Home, engine: EngineKind): Promise<void> {
  const state = await readState(home);
  if (state && engine !== state.engine)
    throw new CommandError(`The guests in ${home.path} belong to the ${state.engine} engine. Use another --home for ${engine}.`);
}
