/** Fixtures: an active server on the simulated engine, for slice tests of snapshots, backups and restores. */
import { readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import type { Answer } from '../app.ts';
import type { Chain } from '../chain.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenAddon } from '../given-copies.ts';
import { type DeployRequest, deploy } from './given-deploy.ts';

export interface Serving {
  id: number;
  owner: GivenAccount;
  /** Returns the reply of `getServer` once the server is unlocked. */
  unlocked(): Promise<Answer['body']>;
  /** Reads the guest's disk. */
  disk(): ReturnType<typeof diskOf>;
  /** Writes a file as the guest. */
  write(name: string, text: string): Promise<void>;
  snapshot(name?: string): Promise<Answer>;
  backup(): Promise<Answer>;
  /** Takes a snapshot, and returns its id when it is complete. */
  wholeSnapshot(name?: string): Promise<number>;
  restore(body: object): Promise<Answer>;
}

const diskOf = async (chain: Chain, id: number) => (await readSimulated(chain.home, `srv-${id}`)).disk;

/** Deploys a server and waits until it is active. Returns functions that act on it. */
export async function givenServing(
  chain: Chain,
  options: { owner?: GivenAccount; request?: DeployRequest } = {},
): Promise<Serving> {
  const owner = options.owner ?? (await givenAccount(chain.db, { funds: 1_000_000n }));
  const { token } = owner;
  const { id } = (await deploy(chain, owner, options.request)).body;
  await chain.serverWhen(id, token, (server) => server.status === 'active');
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
  const unlocked = () => chain.serverWhen(id, token, (server) => server.locked === null);
  const snapshot = (name = 'before the update') => chain.call('createSnapshot', { params: { id }, body: { name } }, { token });
  return {
    id,
    owner,
    unlocked,
    snapshot,
    disk: () => diskOf(chain, id),
    write: (name, text) => writeInSimulated(chain.home, `srv-${id}`, name, text),
    backup: () => chain.call('createBackup', { params: { id } }, { token }),
    async wholeSnapshot(name) {
      const { body } = await snapshot(name);
      await unlocked();
      return body.id;
    },
    restore: (body) => chain.call('restoreServer', { params: { id }, body }, { token }),
  };
}
