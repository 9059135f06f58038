/** `./innkeeper ssh`: logs in to a guest from its host. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { homeAt, requireState } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { demoKeyFile } from '@innkeeper/apps/up/demo-account';
import type { Database } from '@innkeeper/db/schema';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { machineSpec } from '@innkeeper/workflows/steps/machine-spec';
import { Command } from 'commander';
import type { Kysely } from 'kysely';
import { homeOption, type WithHome } from './program/home-option.ts';
import { sshCommandLine } from './ssh/command-line.ts';

interface SshOptions extends WithHome {
  user: string;
  identity?: string;
}

export function sshCommand(): Command {
  return new Command('ssh')
    .description('log in to a guest of this installation')
    .argument('<server>', 'hostname or id of the server')
    .argument('[command...]', 'command to run instead of a shell')
    .addOption(homeOption())
    .option('-l, --user <name>', 'user to log in as', 'root')
    .option('-i, --identity <file>', 'private key (default: that of the demo account, and those of your SSH agent)')
    .passThroughOptions()
    .action(ssh);
}

async function ssh(server: string, remote: string[], options: SshOptions): Promise<void> {
  const home = homeAt(options.home);
  const { engine: kind } = await requireState(home);
  if (kind === 'simulated')
    throw new CommandError('Nobody can log in to guests of the simulated engine, because they are not real.');
  const { settings, values } = await loadForCommand(home);
  const { id, nic } = await withDatabase(home, async (db) => {
    const id = await findServer(db, server);
    return { id, nic: (await machineSpec(db, id, settings.dnsResolvers)).nic };
  });
  const engine = await createEngineOfHome(home, kind, values);
  const endpoint = engine.network.sshEndpoint(nic);
  if (endpoint.namespace !== null && process.getuid?.() !== 0)
    throw new CommandError('The guests are in their own network namespace, which only root can enter. Run this command as root.');
  const demoKey = demoKeyFile(home);
  const { file, args } = sshCommandLine(
    {
      endpoint,
      user: options.user,
      identity: options.identity ?? null,
      hostKeyAlias: machineIdOf(id),
      knownHosts: path.join(home.path, 'known_hosts'),
    },
    options.identity || !existsSync(demoKey) ? [] : [`IdentityFile=${demoKey}`],
    remote,
  );
  process.exitCode = await run(file, args);
}

async function findServer(db: Kysely<Database>, server: string): Promise<number> {
  const found = await db
    .selectFrom('servers')
    .select(['id', 'hostname'])
    .where('status', 'not in', ['terminated', 'awaiting_payment'])
    .where((eb) => (/^\d{1,9}$/.test(server) ? eb('id', '=', Number(server)) : eb('hostname', '=', server)))
    .orderBy('id', 'desc')
    .execute();
  const [first, ...others] = found;
  if (!first) throw new CommandError(`Server "${server}" does not exist here. List servers with ./innkeeper server list.`);
  if (others.length > 0)
    throw new CommandError(
      `${found.length} servers have the hostname ${server}. Use an id: ${found.map((row) => row.id).join(', ')}.`,
    );
  return first.id;
}

function run(file: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit' });
    // Ctrl-C must reach only the SSH session, so this process ignores the signal.
    process.on('SIGINT', () => {});
    child.once('error', () => reject(new CommandError(`The command ${file} is missing. Install it.`)));
    child.once('exit', (code) => resolve(code ?? 255));
  });
}
