/** Checks with which rights the processes run, and who else could read the files of the installation. */
import { stat } from 'node:fs/promises';
import { findRunning } from '@innkeeper/db/embedded/running';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import { findSystemUser } from '@innkeeper/engine/host/system-user';
import { loadConfiguration } from '../configuration/load.ts';
import { API_USER } from '../processes/run-as.ts';
import { findOpenFiles } from './closed-files.ts';
import { withDatabase } from './database.ts';
import { adviceOnRoles, databasesOf, operatorsDatabases } from './database-roles.ts';
import { type Home, readState } from './home.ts';
import { readRunning } from './running.ts';

export async function checkRights(home: Home): Promise<HostFinding[]> {
  const state = await readState(home);
  if (!state) return [];
  return [await checkApiUser(), await checkHome(home), ...(await checkRoles(home, state.externalDatabase))];
}

async function checkApiUser(): Promise<HostFinding> {
  const name = 'API user';
  if (process.getuid?.() !== 0)
    return {
      name,
      ok: 'warn',
      why: 'the API runs as your user, like the other processes',
      remedy: 'start Innkeeper as root, which gives the API its own user',
    };
  if (await findSystemUser(API_USER)) return { name, ok: true, why: `the API runs as ${API_USER}`, remedy: null };
  return { name, ok: 'warn', why: `the user ${API_USER} does not exist yet`, remedy: 'the next ./innkeeper up creates it' };
}

/** A home is closed to others, so what is in it need not be; credentials are looked at all the same. */
async function checkHome(home: Home): Promise<HostFinding> {
  const open = [...((await isOpen(home.path)) ? [home.path] : []), ...(await findOpenFiles(home)).map((file) => file.path)];
  if (open.length === 0) return { name: 'home', ok: true, why: 'no other user can read it', remedy: null };
  return { name: 'home', ok: false, why: `other users can read ${open.join(', ')}`, remedy: `chmod go= ${open.join(' ')}` };
}

async function isOpen(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & 0o077) !== 0;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'EACCES')) return false;
    throw error;
  }
}

/** While its database runs; it is not started for this. */
async function checkRoles(home: Home, external: boolean): Promise<HostFinding[]> {
  const name = 'database roles';
  const { values } = await loadConfiguration(home, process.env);
  const url = external ? values['database.url'] : findRunning(home.database)?.url;
  if (!url || !(await readRunning(home))) return [];
  const databases = external ? operatorsDatabases(url, values) : databasesOf(url);
  const advice = await withDatabase(home, (db) => adviceOnRoles(db, databases));
  if (advice) return [{ name, ok: 'warn', why: advice, remedy: 'see docs/decisions/processes.md' }];
  return [{ name, ok: true, why: 'API and worker have their own roles, and none is a superuser', remedy: null }];
}
