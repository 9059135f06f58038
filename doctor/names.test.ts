import { join } from 'node:path';
import { DnsError } from '@innkeeper/engine/dns/port';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenDns, pushTo } from '@innkeeper/lab/given-dns';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let address: string;
beforeEach(async () => {
  place = await openDoctorLab();
  const { accountId } = await givenAccount(place.db);
  const server = await givenServer(place.db, { accountId, node_id: place.otherNodeId });
  await place.db
    .updateTable('dns_settings')
    .set({ driver: 'simulated', nameservers: ['ns1.example.net'] })
    .execute();
  const { rows } = await sql<{ address: string }>`
    insert into ptr_names (address, pool_id, ip_address_id, name, push_at)
    select address, pool_id, id, 'Named.example.com', now() from ip_addresses where server_id = ${server} returning host(address) as address`.execute(
    place.db,
  );
  address = rows[0]?.address ?? '';
  await pushTo(dns(), place.db);
});
afterEach(() => place.close());

const dns = (fail?: () => void) => givenDns(join(place.home, 'dns'), fail);
const server = () => dns()({ driver: 'simulated', url: null, server: 'localhost' });
const ZONE = '0.77.10.in-addr.arpa';
const record = (last: string | number, name: string | null) =>
  server().change(ZONE, [{ name: `${last}.${ZONE}`, type: 'PTR', content: name === null ? null : [name], ttl: 60 }]);
const last = () => address.split('.')[3] ?? '';

test("names that are correct, pending, or the operator's own are fine", async () => {
  await record(1, 'gateway.example.net');
  expect(await place.findings({ dns: dns() })).toEqual({});
  await record(last(), null);
  await place.db.updateTable('ptr_names').set({ push_at: new Date() }).execute();
  expect(await place.findings({ dns: dns() })).toEqual({});
});

test('finds names that the server lacks or has too many of, and missing zones', async () => {
  await record(last(), 'other.example.com');
  await record(77, 'nobody.example.com');
  expect(await place.findings({ dns: dns() })).toEqual({
    names: `differ on the DNS server: ${address} (Named.example.com)`,
    'orphaned names': 'are on the DNS server, but belong to no address: 10.77.0.77 (nobody.example.com)',
  });
  await sql`insert into ip_pools (name, cidr, gateway, version, zones_made_at) values ('gone', '192.0.2.0/24', '192.0.2.1', 4, now())`.execute(
    place.db,
  );
  expect(await place.findings({ dns: dns() })).toMatchObject({ zones: 'are missing on the DNS server: 2.0.192.in-addr.arpa' });
});

test('reports an unavailable server', async () => {
  const away = () => {
    throw new DnsError('away', 'no route to it');
  };
  expect(await place.findings({ dns: dns(away) })).toEqual({ names: 'check failed: no route to it' });
  expect(await place.findings()).toEqual({});
});
