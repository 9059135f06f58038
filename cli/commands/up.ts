/** `./innkeeper up`: from a bare machine to a running system. */
import path from 'node:path';
import { closeOpenFiles, describeClosed } from '@innkeeper/apps/installation/closed-files';
import { type EngineKind, type Home, homeAt, makeHome, readState } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { rememberNoDemo } from '@innkeeper/apps/installation/trial';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { listeningOf } from '@innkeeper/apps/transport/transport';
import { configureHome, type Told } from '@innkeeper/apps/up/configure-home';
import { runDetached } from '@innkeeper/apps/up/detached';
import { runForeground } from '@innkeeper/apps/up/foreground';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { refuseTakenPort } from '@innkeeper/apps/up/port';
import { trialKeys } from '@innkeeper/apps/up/trial-keys';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './home-option.ts';

/** Options that are keys of the configuration, and are written into the file. */
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
  /** False with --no-demo. */
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
      '\nOptions are saved in innkeeper.toml of the home for later starts, except --home, --detach and --no-demo.\nThe value "none" removes a setting.',
    )
    .action(up);
}

async function up(options: UpOptions): Promise<void> {
  const told = { ...toldBy(options), ...toldByTrial(options) };
  const there = await readRunning(homeAt(options.home));
  if (there) {
    const what = there.state === 'ready' ? `Innkeeper already runs at ${there.url}` : 'Innkeeper is already starting';
    console.log(`${what} (process ${there.pid}). Stop it with ./innkeeper down.`);
    return;
  }
  const home = await makeHome(options.home);
  for (const line of describeClosed(await closeOpenFiles(home))) console.log(line);
  const configuration = await configureHome(home, { ...(await trialKeys(home, options, process.env)), ...told });
  const { values } = configuration;
  await refuseOtherEngine(home, values['engine.kind']);
  if (!options.demo) await rememberNoDemo(home);
  const report = terminalReport();
  await refuseTakenPort(listeningOf(values));
  if (values['engine.kind'] === 'qemu') await preparePackages(report);
  if (options.detach) await runDetached({ home, configuration }, report);
  else await runForeground({ home, configuration }, report);
}

/** Returns the keys that `--trial` sets. A container is reached at its own address, so loopback would be out of reach. */
function toldByTrial({ trial, listen, demo }: UpOptions): Told {
  if (!trial) return {};
  if (!demo) throw new Refusal('--trial needs the demo account. Leave --no-demo out.', 2);
  return { 'api.trial': 'true', ...(listen === undefined && { 'api.address': '0.0.0.0' }) };
}

/** Throws a `Refusal` that names the option for what is no value of its key. */
function toldBy(options: KeyOptions): Told {
  const given = Object.entries(KEY_OF).filter(([option]) => options[option as keyof KeyOptions] !== undefined);
  return Object.fromEntries(
    given.map(([option, key]) => {
      const said = options[option as keyof KeyOptions] ?? '';
      const isFile = (key === 'api.tls_cert' || key === 'api.tls_key') && typeof said === 'string' && said !== 'none';
      refuseWrong(option, key, said);
      return [key, isFile ? path.resolve(said) : said];
    }),
  );
}

function refuseWrong(option: string, key: Path, said: string | readonly string[]): void {
  const texts = typeof said === 'string' ? [said] : said;
  const { kind } = keyOf(key);
  if (texts.length === 1 && texts[0] === 'none') return;
  if (kind.schema.safeParse(kind.fromText(texts.join(' '))).success) return;
  const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new Refusal(`--${flag} must be ${kind.expects}, not ${texts.map((text) => `"${text}"`).join(' ')}.`, 2);
}

/** A home keeps its engine: the guests of one are unknown to the other. */
async function refuseOtherEngine(home: Home, wanted: EngineKind): Promise<void> {
  const state = await readState(home);
  if (state && wanted !== state.engine)
    throw new Refusal(`The guests in ${home.path} belong to the ${state.engine} engine. Use another --home for ${wanted}.`);
}
