/** `./innkeeper guests shutdown --host`: run by systemd, or by the operator's own supervisor, when the host shuts down. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { type EngineKind, type Home, homeAt, requireStateOfNode } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import type { Engine } from '@innkeeper/engine/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { Command } from 'commander';
import { stopGuests } from './down/stop-guests.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

/** Time limit in milliseconds. The unit waits 60 s longer (apps/systemd/units.ts). */
const MAX_GRACE_MS = 90_000;
/** Time in milliseconds to wait for an Innkeeper outside the unit. The shutdown of the host stops it at the same time. */
const DOWN_MS = 30_000;
const POLL_MS = 100;

export function guestsCommand(): Command {
  const shutdown = new Command('shutdown')
    .description('shut all guests down, when the host shuts down')
    .requiredOption('--host', 'confirm that the host shuts down; the next start of Innkeeper boots the guests again')
    .addOption(homeOption())
    .action(shutdownGuests);
  return new Command('guests').description('act on all guests of this host').addCommand(shutdown);
}

/** Waits until Innkeeper has ended, because its worker would immediately restart stopped guests. Throws a `CommandError` after 30 s. */
async function waitUntilDown(home: Home): Promise<void> {
  for (const deadline = Date.now() + DOWN_MS; ; await sleep(POLL_MS)) {
    const running = await readRunning(home);
    if (!running) return;
    if (Date.now() > deadline)
      throw new CommandError(`Innkeeper still runs (process ${running.pid}). Stop it first: ./innkeeper down`);
  }
}

/**
 * Shuts down the guests that the files of the engine show. An interrupted upgrade or restore does not prevent this, because neither moves
 * guests, and the host ends them anyway.
 */
async function shutdownGuests(options: WithHome): Promise<void> {
  const home = homeAt(options.home);
  if (!existsSync(home.engine)) await requireStateOfNode(home);
  await waitUntilDown(home);
  const { settings, values } = await loadForCommand(home);
  const graceMs = Math.min(settings.shutdownGraceMs, MAX_GRACE_MS);
  const engines = await enginesWithGuests(home, values);
  if (engines.length === 0) console.log('No guest runs.');
  for (const engine of engines) await stopGuests(engine, { report: terminalReport(), graceMs, tearsDownNetwork: false });
}

const ENGINES: readonly EngineKind[] = ['qemu', 'simulated'];

/** Returns the engine whose guests run. `state.json`, which names it, may be between two places. */
async function enginesWithGuests(home: Home, values: ConfigurationOf<'cli'>): Promise<Engine[]> {
  const engines = await Promise.all(ENGINES.map((kind) => createEngineOfHome(home, kind, values)));
  const running = await Promise.all(
    engines.map(async (engine) => ((await engine.compute.list()).some(({ power }) => power === 'running') ? [engine] : [])),
  );
  return running.flat();
}
