/** `./innkeeper worker`: runs a further host of an installation. `up` runs the worker of the first one. */
import { closeOpenFiles, describeClosed } from '@innkeeper/apps/installation/closed-files';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { type EngineKind, type Home, makeHome, readState } from '@innkeeper/apps/installation/home';
import { nodeOf } from '@innkeeper/apps/installation/node';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { configureHome } from '@innkeeper/apps/up/configure-home';
import { preparePackages, requirePackages } from '@innkeeper/apps/up/packages';
import { runWorker } from '@innkeeper/apps/up/run-worker';
import type { Configuration } from '@innkeeper/model/configuration/keys';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './program/home-option.ts';

interface WorkerOptions extends WithHome {
  node: string;
  engine?: string;
  unattended?: boolean;
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('run the guests of another node on this host; database.url (or DATABASE_URL) names the shared database')
    .addOption(homeOption())
    .requiredOption('--node <name>', 'name of the node, as registered with `node add`')
    .option('--unattended', 'under systemd: install and build nothing')
    .addOption(
      new Option('--engine <kind>', 'engine of the guests, saved for later starts (default: qemu)').choices([
        'qemu',
        'simulated',
      ]),
    )
    .action(worker);
}

async function worker({ node, engine, unattended = false, ...options }: WorkerOptions): Promise<void> {
  const home = await makeHome(options.home);
  for (const line of describeClosed(await closeOpenFiles(home))) console.log(line);
  const running = await readRunning(home);
  if (running)
    throw new CommandError(
      running.node === node
        ? `The worker of node ${node} already runs (process ${running.pid}). Stop it with ./innkeeper down.`
        : `Innkeeper itself runs in ${home.path}. Use another --home for node ${node}.`,
    );
  const configuration = await configureHome(home, engine === undefined ? {} : { 'engine.kind': engine });
  const { values } = configuration;
  await refuseOtherHome(home, { node, engine: values['engine.kind'] });
  const databaseUrl = values['database.url'];
  if (databaseUrl === null)
    throw new CommandError(
      'A worker on another host needs the shared database. Set DATABASE_URL, or database.url_file in its configuration.',
    );
  if (values['engine.kind'] === 'qemu') await (unattended ? requirePackages() : preparePackages(terminalReport()));
  if (!unattended) await provideTinySystem(home, values);
  await runWorker({ home, node, databaseUrl, configuration });
}

/** Throws a `CommandError` for the home of another node, or with another engine, because this worker would not see its guests. */
async function refuseOtherHome(home: Home, { node, engine }: { node: string; engine: EngineKind }): Promise<void> {
  const state = await readState(home);
  if (state === null) return;
  if (nodeOf(state) !== node)
    throw new CommandError(
      `The guests in ${home.path} belong to the node ${nodeOf(state)}. Use another --home for node ${node}.`,
    );
  if (state.engine !== engine)
    throw new CommandError(`The guests in ${home.path} belong to the ${state.engine} engine. Use another --home for ${engine}.`);
}

/** Builds the tiny system unless it is built. Without it a node has no rescue system, and does not test KVM. */
async function provideTinySystem(home: Home, values: Configuration): Promise<void> {
  const { images } = await createEngineOfHome(home, values['engine.kind'], values);
  if (!(await images.isBuilt('tiny'))) await step(terminalReport(), 'Guest image', (tell) => images.provide('tiny', tell));
}
