/** `./innkeeper server`: one server as the operator sees it, and what may be done when it looks wrong. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { openHomesEngine } from '@innkeeper/apps/installation/engine';
import { homeAt, requireSettings } from '@innkeeper/apps/installation/home';
import type { Database } from '@innkeeper/db/schema';
import { Command } from 'commander';
import type { Kysely } from 'kysely';
import { inWords } from '../output/server.ts';
import { repair, repairsOf } from '../servers/repair.ts';
import { type ShownServer, showServer } from '../servers/show.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseWhole } from './parse.ts';

const parseId = parseWhole('The id of a server', 1, 2 ** 31 - 1);

export function serverCommand(): Command {
  const show = new Command('show')
    .description('all that is known of a server: what it is, what was done with it lately, and how the last of it went')
    .argument('<id>', 'its id', parseId)
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (id: number, options: WithHome & { json?: boolean }) =>
      onServer(id, options, async (_db, server) => console.log(options.json ? JSON.stringify(server, null, 2) : inWords(server))),
    );
  const mend = new Command('repair')
    .description('say what is wrong with a server; with --yes do what can be done')
    .argument('<id>', 'its id', parseId)
    .addOption(homeOption())
    .option('--yes', 'do it')
    .action(async (id: number, options: WithHome & { yes?: boolean }) =>
      onServer(id, options, (db, server) => mendServer(db, server, options.yes === true)),
    );
  return new Command('server').description('servers, as the operator sees them').addCommand(show).addCommand(mend);
}

async function onServer(
  id: number,
  { home: directory }: WithHome,
  work: (db: Kysely<Database>, server: ShownServer) => Promise<void>,
): Promise<void> {
  const home = homeAt(directory);
  const { engine: kind } = await requireSettings(home);
  const engine = await openHomesEngine(home, kind);
  await withDatabase(home, async (db) => work(db, await showServer(db, engine, id)));
}

async function mendServer(db: Kysely<Database>, server: ShownServer, yes: boolean): Promise<void> {
  const now = new Date();
  const found = repairsOf(server, now);
  if (found.length === 0) return console.log(`Nothing is wrong with server ${server.id}.`);
  for (const { sentence } of found) console.log(sentence);
  if (yes) return console.log(`Done: ${await repair(db, server, now)} of ${found.length}.`);
  return console.log('Nothing was done yet; --yes does it.');
}
