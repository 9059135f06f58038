/** Checks with which rights the processes run, and who else could read the files of the installation. */
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { findRunning } from '@innkeeper/db/embedded/running';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { attempt } from '@innkeeper/engine/host/run';
import { findSystemUser } from '@innkeeper/engine/host/system-user';
import { loadConfiguration } from '../configuration/load.ts';
import { API_USER } from '../processes/run-as.ts';
import { findOpenFiles } from './closed-files.ts';
import { withDatabase } from './database.ts';
import { adviceOnRoles, embeddedDatabases, externalDatabases } from './database-roles.ts';
import { type Home, readState } from './home.ts';
import { readRunning } from './running.ts';

export async function checkRights(home: Home): Promise<HostFinding[]> {
  const state = await readState(home);
  if (!state) return [];
  const { 'outgoing.ca_certificates': authorities } = (await loadConfiguration(home, process.env)).values;
  // A further node runs no API, and its one role may be any that has the worker's rights.
  const isFirstHost = state.node === undefined;
  return [
    ...(isFirstHost ? [await checkApiUser()] : []),
    await checkHome(home),
    ...(authorities === null ? [] : [await checkAuthorities(authorities, API_USER)]),
    ...(isFirstHost ? await checkRoles(home, state.externalDatabase) : []),
  ];
}

/** Checks the file of `outgoing.ca_certificates`. A process that cannot read it only warns, and then trusts none of these authorities. */
export async function checkAuthorities(file: string, apiUser: string): Promise<HostFinding> {
  const name = 'authorities';
  const problem = (why: string, remedy: string): HostFinding => ({ name, ok: false, why: `${file} ${why}`, remedy });
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return problem('does not exist or cannot be read', 'correct outgoing.ca_certificates, or its file');
  if (!hasOnlyCertificates(text))
    return problem('does not consist of certificates in PEM', 'write the certificates of your authorities into it, in PEM');
  if (!(await isReadableBy(apiUser, file)))
    return problem(`cannot be read by the user ${apiUser}`, `chmod a+r ${file}, and a+x on the directories above it`);
  return { name, ok: true, why: `API and worker can read ${file}`, remedy: null };
}

/** Returns whether a text has certificates in PEM and each can be parsed. Node trusts none after a damaged one. */
function hasOnlyCertificates(text: string): boolean {
  const blocks = text.match(/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[^-]*(-----END|$)[^\n]*/g) ?? [];
  return blocks.length > 0 && blocks.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Returns whether a user can read a file. Without root, or without this user, all processes run as the current user, who can read it. */
async function isReadableBy(name: string, file: string): Promise<boolean> {
  const user = process.getuid?.() === 0 ? await findSystemUser(name) : null;
  if (!user) return true;
  return (
    (await attempt('setpriv', [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', 'test', '-r', file])).code === 0
  );
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

/**
 * Checks the modes in the home. The home is closed to others, so files in it need not be. Files with credentials are checked nevertheless.
 */
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

/** Checks the database roles if the database is running. The check does not start it. */
async function checkRoles(home: Home, external: boolean): Promise<HostFinding[]> {
  const name = 'database roles';
  const { values } = await loadConfiguration(home, process.env);
  const url = external ? values['database.url'] : findRunning(home.database)?.url;
  if (!url || !(await readRunning(home))) return [];
  const databases = external ? externalDatabases(url, values) : embeddedDatabases(url);
  const advice = await withDatabase(home, (db) => adviceOnRoles(db, databases));
  if (advice) return [{ name, ok: 'warn', why: advice, remedy: 'see docs/decisions/processes.md' }];
  return [{ name, ok: true, why: 'API and worker have their own roles, and none is a superuser', remedy: null }];
}
