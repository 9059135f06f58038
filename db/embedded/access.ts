/**
 * Controls who may connect to the embedded server. If root runs the server, the kernel identifies the caller and each system user has its
 * roles. Roles have no passwords, so none can leak. Otherwise there is only one user, and only this user can enter the socket's directory.
 */
import fs from 'node:fs';
import os from 'node:os';
import { API_ROLE, OPERATOR_ROLE, OWNER_ROLE, WORKER_ROLE } from '../roles.ts';
import { ROLE } from './data-dir.ts';
import type { ServerUser } from './user.ts';

/** System user of the API, if it differs from ours. */
export interface ApiUser {
  name: string;
  gid: number;
}

const MAP = 'innkeeper';

/** File descriptors of the two files for the server, which may have no access to our home. */
export const ACCESS_FDS = { hba: 5, ident: 6 } as const;

/** Writes both files next to the data and opens them. `track` gets each descriptor, and the caller closes it, also after an error. */
export function openAccessFiles(
  dataDir: string,
  user: ServerUser,
  api: ApiUser | null,
  track: (fd: number) => number,
): { hba: number; ident: number } {
  const ownUserName = os.userInfo().username;
  const roles = [ROLE, OWNER_ROLE, WORKER_ROLE, API_ROLE, OPERATOR_ROLE];
  const proof = user.ids ? `peer map=${MAP}` : 'trust';
  const ident = [
    ...roles.map((role) => [ownUserName, role]),
    ...(api ? [API_ROLE, OPERATOR_ROLE].map((role) => [api.name, role]) : []),
  ];
  return {
    hba: track(openNew(`${dataDir}.hba`, user, `${roles.map((role) => `local all ${role} ${proof}`).join('\n')}\n`)),
    ident: track(openNew(`${dataDir}.ident`, user, `${ident.map((pair) => [MAP, ...pair].join(' ')).join('\n')}\n`)),
  };
}

function openNew(file: string, { ids }: ServerUser, text: string): number {
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  if (ids) {
    fs.chownSync(file, 0, ids.gid);
    // Set explicitly, because a strict umask would prevent the server from reading its own file.
    fs.chmodSync(file, 0o640);
  }
  return fs.openSync(file, 'r');
}
