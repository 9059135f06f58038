/** Selects the system user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root must select another user. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { EmbeddedError } from './error.ts';

const run = promisify(execFile);

export interface ServerUser {
  name: string;
  /** Set only if the user is not ours, which requires root. */
  ids: { uid: number; gid: number } | undefined;
}

/** Created by the first `up` as root. Data of `nobody` would be open to every other process of that user. */
export const DATABASE_USER = 'innkeeper-db';

/** Candidates in order of preference. `nobody` always exists. */
const CANDIDATES = [DATABASE_USER, 'innkeeper', 'postgres', 'nobody'];

/** Returns the owner of existing data, because a user added later must not change the ownership. Otherwise selects a candidate. */
export async function chooseUser(dataDir: string): Promise<ServerUser> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = fs.statSync(dataDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new EmbeddedError(
        `The database in ${dataDir} belongs to another user (uid ${owner.uid}). Start as that user, or as root.`,
      );
    }
    return { name: `uid ${ownUid}`, ids: undefined };
  }
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  if (owner)
    throw new EmbeddedError(
      `The database in ${dataDir} belongs to root, and PostgreSQL refuses to run as root. Give it to the user that ran it.`,
    );
  for (const name of CANDIDATES) {
    const ids = await idsOf(name);
    if (ids) return { name, ids };
  }
  throw new EmbeddedError(
    `PostgreSQL refuses to run as root, and there is none of the users ${CANDIDATES.join(', ')} to run it as.`,
  );
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Environment without the caller's settings: PGDATA, PGPORT, locale and secrets must not reach the server. */
export const serverEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };

/** Runs a program to its end as this user. */
export async function runAs(user: ServerUser, file: string, args: string[]): Promise<{ stdout: string }> {
  return run(file, args, { ...user.ids, cwd: '/', env: serverEnv });
}
