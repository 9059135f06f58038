/** Creates and finds system users that parts of Innkeeper run as: without a home, a shell or a password. */
import { attempt, run } from './run.ts';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** Returns the user, or `null` if it does not exist. */
export async function findSystemUser(name: string): Promise<SystemUser | null> {
  const { code, stdout } = await attempt('getent', ['passwd', name]);
  const [, , uid, gid] = stdout.split(':');
  return code === 0 ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

/** Creates the user with its own group, unless it exists. Needs root. Throws `EngineError('host')`. */
export async function makeSystemUser(name: string): Promise<SystemUser> {
  const there = await findSystemUser(name);
  if (there) return there;
  const made = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  await run('useradd', [...made, name]);
  const found = await findSystemUser(name);
  if (!found) throw new Error(`the user ${name} was created but does not exist`);
  return found;
}
