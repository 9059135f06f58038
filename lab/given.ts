/** Fixtures: each function inserts valid, consistent rows for tests, and accepts the fields that the test is about. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { deposit } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { createAccount } from '@innkeeper/db/tables/accounts';
import { assignAddress } from '@innkeeper/db/tables/ip-addresses';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { registerNode, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { findPlanByKey, sizeOf } from '@innkeeper/db/tables/plans';
import { insertServer, linkSshKeys, type NewServer } from '@innkeeper/db/tables/servers';
import { insertSshKey } from '@innkeeper/db/tables/ssh-keys';
import { createToken } from '@innkeeper/db/tables/tokens';
import type { TokenAbility } from '@innkeeper/model/people/roles';
import { needOf } from '@innkeeper/model/servers/capacity';
import type { Kysely } from 'kysely';

const unique = (): string => randomBytes(6).toString('hex');

export interface GivenAccount {
  accountId: number;
  /** Id of the owner. */
  userId: number;
  token: string;
  tokenId: number;
  email: string;
}

/** Inserts an account with a token. `funds` is its balance in cents, 0 by default. `country` defaults to AT, with 20 % VAT. */
export async function givenAccount(
  db: Kysely<Database>,
  options: { funds?: bigint; country?: string; abilities?: TokenAbility[] } = {},
): Promise<GivenAccount> {
  return db.transaction().execute(async (trx) => {
    const email = `${unique()}@example.org`;
    const created = await createAccount(trx, { email, name: 'Given', country: options.country ?? 'AT' });
    if (!created) throw new Error('the address is taken');
    const { accountId, userId } = created;
    if (options.funds) {
      await deposit(trx, {
        accountId,
        amount: options.funds,
        gateway: 'operator',
        paymentMethod: 'operator',
        description: 'Given',
        now: new Date(),
      });
    }
    const { id: tokenId, token } = await createToken(trx, {
      accountId,
      userId,
      name: 'given',
      abilities: options.abilities ?? ['read', 'write', 'account'],
    });
    return { accountId, userId, token, tokenId, email };
  });
}

/** Time at which workers were last seen, on any test clock. No worker of a lab writes heartbeats. */
export const ALWAYS_SEEN = new Date('2999-01-01T00:00:00Z');

/** Inserts a node with capacity, by default for a hundred small servers. Its worker always counts as online. Returns its id. */
export async function givenNode(
  db: Kysely<Database>,
  options: { name?: string; vcpus?: number; memoryMb?: number; diskGb?: number } = {},
): Promise<number> {
  const id = await registerNode(db, {
    name: options.name ?? 'node-1',
    engine: 'simulated',
    accelerator: 'none',
    accelerator_why: 'it is simulated',
    vcpus_total: options.vcpus ?? 1_000,
    memory_mb_total: options.memoryMb ?? 1_000_000,
    disk_gb_total: options.diskGb ?? 10_000,
  });
  await markSeen(db, id, ALWAYS_SEEN);
  return id;
}

/** Inserts an active, running server of the image `tiny` with its main address and its capacity held. Returns its id. */
export async function givenServer(
  db: Kysely<Database>,
  { accountId, plan = 'nano', sshKeyIds = [], address = true, ...fields }: GivenServer,
): Promise<number> {
  const now = new Date();
  const inThirtyDays = new Date(now.getTime() + 30 * 86_400_000);
  const nodeId = fields.node_id ?? (await givenNode(db));
  return db.transaction().execute(async (trx) => {
    const sold = await findPlanByKey(trx, plan);
    if (!sold) throw new Error(`there is no plan ${plan}`);
    const image = await trx.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
    const holds = fields.holds_capacity ?? fields.status !== 'terminated';
    if (holds && !(await reserveCapacity(trx, nodeId, needOf(sizeOf(sold))))) throw new Error('the node is full');
    const id = await insertServer(trx, {
      hostname: `given-${unique()}`,
      plan_id: sold.id,
      image_id: image.id,
      status: 'active',
      power: 'running',
      billing_cycle: 1,
      renew_price: sold.price,
      vcpus: sold.vcpus,
      dedicated_cpu: sold.dedicated_cpu,
      memory_mb: sold.memory_mb,
      disk_gb: sold.disk_gb,
      network_speed_mbps: sold.network_speed_mbps,
      bandwidth_tb: sold.bandwidth_tb,
      activated_at: now,
      billing_anchor: fields.expiry_at ?? inThirtyDays,
      expiry_at: inThirtyDays,
      ...fields,
      account_id: accountId,
      node_id: nodeId,
      holds_capacity: holds,
    });
    if (address && fields.status !== 'terminated')
      await assignAddress(trx, { version: 4, accountId, serverId: id, nodeId, main: true, now });
    await linkSshKeys(trx, id, sshKeyIds);
    return id;
  });
}

export interface GivenServer extends Partial<NewServer> {
  accountId: number;
  /** Key of the plan, `nano` by default. */
  plan?: string;
  sshKeyIds?: number[];
  /** False to assign no address of the pool. */
  address?: boolean;
}

/** Inserts a new ed25519 key of the account. */
export async function givenSshKey(
  db: Kysely<Database>,
  { accountId, name = 'given' }: { accountId: number; name?: string },
): Promise<{ id: number; publicKey: string }> {
  const { publicKey, fingerprint } = newPublicKey();
  const id = await insertSshKey(db, { account_id: accountId, name, fingerprint, public_key: publicKey });
  if (id === undefined) throw new Error('the same key twice');
  return { id, publicKey };
}

/** Returns a public key in OpenSSH format, with its MD5 fingerprint. */
export function newPublicKey(comment = 'given@example.org'): { publicKey: string; fingerprint: string } {
  const spki = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
  // The last 32 bytes of the DER form are the key itself. OpenSSH's form consists of two length-prefixed strings.
  const blob = Buffer.concat([sshString(Buffer.from('ssh-ed25519')), sshString(spki.subarray(-32))]);
  const md5 = createHash('md5').update(blob).digest('hex');
  return {
    publicKey: `ssh-ed25519 ${blob.toString('base64')} ${comment}`,
    fingerprint: md5.match(/../g)?.join(':') ?? '',
  };
}

function sshString(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
