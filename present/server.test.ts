import { Server } from '@innkeeper/contract/schemas/server';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import { openLoaders } from '@innkeeper/domain/access/loaders';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presentServer } from './server.ts';

let database: TestDatabase;
let row: LoadedServer;
beforeAll(async () => {
  database = await openTestDatabase();
  const { accountId } = await givenAccount(database.db);
  const key = await givenSshKey(database.db, { accountId });
  const time = new Date('2026-01-31T10:20:30.456Z');
  const fields = { created_at: time, expiry_at: time, renew_price: 335n, billing_cycle: 3 };
  const id = await givenServer(database.db, { accountId, sshKeyIds: [key.id], ...fields });
  const loaded = await openLoaders(database.db).server(id);
  if (!loaded) throw new Error('the server is gone');
  row = loaded;
});
afterAll(() => database.close());

const presented = (changes: Partial<LoadedServer> = {}, rate = 2100) => Server.parse(presentServer({ ...row, ...changes }, rate));

describe('a presented server', () => {
  it('has times with microseconds, and money and figures as strings', () => {
    expect(presented()).toMatchObject({
      created_at: '2026-01-31T10:20:30.456000Z',
      potential_expiry_at: '2026-01-31T10:20:30.456000Z',
      renew_amount: '3.35',
      // Includes 0.7035 of VAT.
      renew_amount_with_vat: '4.05',
      actual_disk: '10',
      actual_network_speed: '1000',
      plan: { id: String(row.plan.id), memory: '1', disk: '10', price: '3.99', price_with_vat: '4.83' },
      server_image: { name: 'Tiny Linux', order: 1, group: { key: 'tiny', icon: 'tiny', coming_soon: false } },
      ip_addresses: [{ version: 4, main: true, floating_ip: null, ptr: [] }],
      ssh_keys: [{ name: 'given', servers: row.hostname }],
    });
  });

  it('has a potential expiry after its unpaid renewals, or a cycle after its order before activation', () => {
    const end = (changes: Partial<LoadedServer>) => presented(changes).potential_expiry_at;
    expect(end({ unpaid_months: 3 })).toBe('2026-04-30T10:20:30.456000Z');
    // Count from the anchor, not from the end of February.
    const february = { billing_anchor: new Date('2026-01-31T10:00:00Z'), expiry_at: new Date('2026-02-28T10:00:00Z') };
    expect(end({ ...february, unpaid_months: 1 })).toBe('2026-03-31T10:00:00.000000Z');
    expect(end({ expiry_at: null, billing_anchor: null })).toBe('2026-04-30T10:20:30.456000Z');
  });

  it('shows half a gigabyte as 0.5', () => {
    expect(presented({ plan: { ...row.plan, memory_mb: 512 } }).plan.memory).toBe('0.5');
  });

  it('is locked with "true", and not locked with null', () => {
    expect(presented()).toMatchObject({ locked: null, locked_at: null, lock_reason: null });
    const lock = { reason: 'restart', locked_at: new Date('2026-02-01T00:00:00Z') };
    expect(presented({ lock })).toMatchObject({
      ...{ locked: 'true', lock_reason: 'restart', locked_at: '2026-02-01T00:00:00.000000Z' },
      state: ['running', 'locked'],
    });
  });

  it.each([
    ['absent', []],
    ['booting', ['booting']],
    ['running', ['running']],
    ['stopped', ['stopped']],
    ['crashed', ['stopped']],
    ['unreachable', ['running', 'unreachable']],
  ] as const)('%s is %j', (power, state) => {
    expect(presented({ power }).state).toEqual(state);
  });

  it('includes rescue mode and a suspended network in the state', () => {
    expect(presented({ rescue: true, network_suspended: true }).state).toEqual(['running', 'rescue', 'network_suspended']);
  });

  it('shows metadata of its startup script, but not the text', () => {
    expect(presented().startup_script).toBeNull();
    const { startup_script } = presented({ startup_script: '#cloud-config\nä', startup_script_kind: 'cloud-config' });
    expect(startup_script).toMatchObject({
      exists: true,
      type: 'cloud-config',
      bytes: 16,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(presented({ startup_script: '#!/bin/sh', startup_script_kind: 'script' }).startup_script?.type).toBe('script');
  });

  it('has null as end, reason and expiry before activation', () => {
    expect(presented({ expiry_at: null })).toMatchObject({ expiry_at: null, ended_at: null, status_reason: null });
  });
});
