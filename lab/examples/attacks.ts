/** Records an ended attack on an address, its traffic, and a source that is still blocked. */
import type { Database } from '@innkeeper/db/schema';
import { insertTraffic } from '@innkeeper/db/tables/traffic';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import type { Recorder } from './recorder.ts';

const BEGAN = new Date('2026-02-01T10:20:07.250Z');

export async function recordAttack(db: Kysely<Database>, call: Recorder['call'], serverId: number): Promise<void> {
  const { id } = await db
    .selectFrom('ip_addresses')
    .select('id')
    .where('server_id', '=', serverId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('ip_addresses')
    .set({ assigned_at: new Date('2026-01-30T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  const all = { peak_bps: 310_000_000, peak_pps: 91_000, bytes: 2_500_000_000, packets: 5_900_000 };
  const shares = {
    protocols: { 17: all },
    tcp_ports: {},
    udp_ports: { 53: all },
    sources: { '192.0.2.53': { ...all, peak_pps: 4_000, packets: 300_000, bytes: 120_000_000, peak_bps: 14_000_000 } },
  };
  await db
    .insertInto('attacks')
    .values({
      ...{ ip_address_id: id, key: 'a1b2c3d4e5f6g7h', detector: 'PPS', pattern: 'udp', severity: 'low', port_mbps: 1000 },
      account_id: (eb) => eb.selectFrom('ip_addresses').select('account_id').where('id', '=', id).$castTo<number>(),
      ...{ created_at: BEGAN, started_at: BEGAN, busy_at: BEGAN, ended_at: new Date(BEGAN.getTime() + minutes(1)) },
      ...{ initial_bps: 120_000_000n, initial_pps: 30_000n, peak_bps: 310_000_000n, peak_pps: 91_000n },
      shares: JSON.stringify(shares),
    })
    .execute();
  const at = new Date('2026-02-01T10:20:00Z');
  const bucket = { at: at.getTime(), stepMs: minutes(1), passedPackets: 90_000, passedBytes: 60_000_000 };
  await insertTraffic(db, at, [{ addressId: id, bucket: { ...bucket, droppedPackets: 4_800_000, droppedBytes: 2_000_000_000 } }]);
  const now = Date.now();
  const blocked = { blocked_at: new Date(now), expires_at: new Date(now + hours(1)) };
  await db
    .insertInto('blocked_sources')
    .values({ ip_address_id: id, source: '192.0.2.53', ...blocked })
    .execute();
  const day = { 'filter[start]': Date.parse('2026-02-01') / 1000, 'filter[end]': Date.parse('2026-02-02') / 1000 };
  await call('getProtectionBandwidth', { params: { id }, query: day });
  await call('listBlockedIps', { params: { id } });
  await call('listAttacks', { params: { id }, query: day });
  await call('getAttack', { params: { id, attack_id: 'a1b2c3d4e5f6g7h' } });
  await call('getAttackBandwidth', { params: { id, attack_id: 'a1b2c3d4e5f6g7h' } });
}
