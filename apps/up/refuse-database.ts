/** Refuses a home whose database this code cannot work with, before `up` changes anything in the home. */
import { existsSync } from 'node:fs';
import { judgeEmbedded } from '@innkeeper/db/embedded/judge';
import { IncompatibleDatabase } from '@innkeeper/db/incompatible';
import { refuseSchema } from '@innkeeper/model/installation/schema-judgement';
import { InvalidConfiguration, loadConfiguration } from '../configuration/load.ts';
import { isCurrent, lastStartedBy } from '../installation/code-version.ts';
import { untilCommandsEnd } from '../installation/command-server.ts';
import { withUrl } from '../installation/database.ts';
import { withTls } from '../installation/database-tls.ts';
import { type Home, readState } from '../installation/home.ts';

/**
 * Throws `IncompatibleDatabase` if the schema is newer than this code, or unknown to it. Starts the embedded server for it, unless the last
 * healthy start was by this code. Outside `db` and `db.*`, all files of the home stay as they are.
 */
export async function refuseDatabase(home: Home): Promise<void> {
  const state = await readState(home);
  const external = await readExternal(home);
  if (external !== null) {
    await withUrl(external, () => Promise.resolve(), lastStartedBy(state));
    return;
  }
  // Another database was in use before, or none is: there is nothing to judge.
  if (state?.externalDatabase === true || !existsSync(home.database) || isCurrent(state ?? {})) return;
  await untilCommandsEnd(home);
  const sentence = refuseSchema(await judgeEmbedded(home.database), lastStartedBy(state));
  if (sentence !== null) throw new IncompatibleDatabase(sentence);
}

/**
 * Returns the URL of the external database, or `null` if the configuration names none. A configuration that is not valid yet names none:
 * options of `up` may mend it, or `up` refuses it. Then the database is judged before its first change.
 */
async function readExternal(home: Home): Promise<string | null> {
  try {
    const { values } = await loadConfiguration(home, process.env);
    const url = values['database.url'];
    return url === null ? null : withTls(url, values);
  } catch (error) {
    if (error instanceof InvalidConfiguration) return null;
    throw error;
  }
}
