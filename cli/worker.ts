/** `./innkeeper worker`: runs a further host of an installation. `up` runs the worker of the first one. */
import { closeOpenFiles, describeClosed } from '@innkeeper/apps/installation/closed-files';
import { makeHome } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { configureHome } from '@innkeeper/apps/up/configure-home';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { runWorker } from '@innkeeper/apps/up/run-worker';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './program/home-option.ts';

interface WorkerOptions extends WithHome {
  node: string;
  engine?: string;
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('run the guests of another node on this host; database.url (or DATABASE_URL) names the shared database')
    .addOption(homeOption())
    .requiredOption('--node <name>', 'name of the node, as registered with `node add`')
    .addOption(
      new Option('--engine <kind>', 'engine of the guests, saved for later starts (default: qemu)').choices([
        'qemu',
        'simulated',
      ]),
    )
    .action(worker);
}

async function worker({ node, engine, ...options }: WorkerOptions): Promise<void> {
  const home = await makeHome(options.home);
  for (const line of describeClosed(await closeOpenFiles(home))) console.log(line);
  if (await readRunning(home))
    throw new CommandError(`Innkeeper itself runs in ${home.path}. Use another --home for node ${node}.`);
  const configuration = await configureHome(home, engine === undefined ? {} : { 'engine.kind': engine });
  const databaseUrl = configuration.values['database.url'];
  if (databaseUrl === null)
    throw new CommandError(
      'A worker on another host needs the shared database. Set DATABASE_URL, or database.url_file in its configuration.',
    );
  if (configuration.values['engine.kind'] === 'qemu') await preparePackages(terminalReport());
  await runWorker({ home, node, databaseUrl, configuration });
}
