/** `./innkeeper worker`: a further host of an installation. The first one has its worker by `up`. */
import { type EngineKind, makeHome, readSettings } from '@innkeeper/apps/installation/home';
import { parseMirrors } from '@innkeeper/apps/installation/mirrors';
import { readRunning } from '@innkeeper/apps/installation/running';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { runWorker } from '@innkeeper/apps/up/run-worker';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './home-option.ts';

interface WorkerOptions extends WithHome {
  node: string;
  engine: EngineKind;
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('run the guests of a further node on this host; DATABASE_URL names the database that all nodes share')
    .addOption(homeOption())
    .requiredOption('--node <name>', 'its name, as registered by `node add`')
    .addOption(new Option('--engine <kind>', 'what runs the guests').choices(['qemu', 'simulated']).default('qemu'))
    .action(worker);
}

async function worker({ node, engine, ...options }: WorkerOptions): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Refusal('A worker on a further host needs the shared database: set DATABASE_URL.');
  const home = await makeHome(options.home);
  if (await readRunning(home)) throw new Refusal(`Innkeeper itself runs in ${home.path}. Use another --home for node ${node}.`);
  if (engine === 'qemu') await preparePackages(terminalReport());
  const mirrors = parseMirrors((await readSettings(home))?.mirrors ?? []);
  await runWorker({ home, engine, node, databaseUrl, mirrors });
}
