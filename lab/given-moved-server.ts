/** A server whose row is older than its move to another node. */
import type { Database } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { unknownGuestKey } from '@innkeeper/model/recovery/place-server';
import type { Kysely } from 'kysely';
import { givenNode, givenServer } from './given.ts';

/** Inserts a server of account 1 whose row names node-3, and the alert of node-4, where its guest runs. */
export async function givenMovedServer(db: Kysely<Database>): Promise<void> {
  const oldNode = await givenNode(db, { name: 'node-3' });
  await givenNode(db, { name: 'node-4' });
  const id = await givenServer(db, { accountId: 1, hostname: 'web-2', node_id: oldNode, power: 'absent' });
  const resource = { kind: 'server', id };
  await alertOnce(db, { kind: 'guest_unknown', key: unknownGuestKey('node-4', id), resource, message: 'It runs here.' });
}
