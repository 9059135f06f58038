/** What every driver of the DNS port does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsError, type DnsServer, type RecordChange, type Zone } from './port.ts';

export interface DnsHarness {
  server: DnsServer;
  /** What the zone's SOA says. */
  serial(zone: string): Promise<number>;
  /** Takes the server away. */
  goAway(): Promise<void>;
  close(): Promise<void>;
}

export const aZone = (name: string): Zone => ({
  name,
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  contact: 'host.master@example.net',
  notify: false,
});

export const ptr = (name: string, content: string | null): RecordChange => ({
  ...{ name, type: 'PTR', ttl: 3_600 },
  content: content === null ? null : [content],
});

export function dnsConformance(name: string, openHarness: () => Promise<DnsHarness>): void {
  describe(`DNS: ${name}`, () => {
    let harness: DnsHarness;
    beforeAll(async () => {
      harness = await openHarness();
    }, 60_000);
    afterAll(() => harness?.close());
    const refusal = (act: Promise<unknown>) =>
      act.then(
        () => undefined,
        (error: unknown) => (error instanceof DnsError ? error.kind : error),
      );

    it('makes a zone once, and leaves it as it is', async () => {
      const zone = '2.0.192.in-addr.arpa';
      expect(await harness.server.records(zone)).toBeNull();
      expect(await harness.server.makeZone(aZone(zone))).toBe('made');
      await harness.server.change(zone, [ptr(`7.${zone}`, 'kept.example.com')]);
      expect(await harness.server.makeZone(aZone(zone))).toBe('there');
      expect(await harness.server.records(zone)).toEqual(new Map([[`7.${zone}`, 'kept.example.com']]));
    });

    it('replaces and removes names, again with the same effect, and raises the serial with each change', async () => {
      const zone = '8.b.d.0.1.0.0.2.ip6.arpa';
      await harness.server.makeZone(aZone(zone));
      const record = `1.${'0.'.repeat(23)}${zone}`;
      const serials = [await harness.serial(zone)];
      for (const content of ['a.example.com', 'B.example.com', 'b.example.com', null, null]) {
        await harness.server.change(zone, [ptr(record, content)]);
        expect((await harness.server.records(zone))?.get(record)).toBe(content?.toLowerCase());
        serials.push(await harness.serial(zone));
      }
      for (const [i, serial] of serials.slice(1, 5).entries()) expect(serial, `${i}`).toBeGreaterThan(serials[i] ?? 0);
    });

    it('does all of a change, or nothing of it', async () => {
      const zone = '0.51.198.in-addr.arpa';
      await harness.server.makeZone(aZone(zone));
      await harness.server.change(zone, [ptr(`1.${zone}`, 'one.example.com')]);
      const serial = await harness.serial(zone);
      const half = [ptr(`1.${zone}`, 'other.example.com'), ptr(`2.${zone}`, 'two..example.com')];
      expect(await refusal(harness.server.change(zone, half))).toBe('refused');
      expect(await refusal(harness.server.change(zone, [ptr('1.2.3.4.in-addr.arpa', 'x.example.com')]))).toBe('refused');
      expect(await harness.server.records(zone)).toEqual(new Map([[`1.${zone}`, 'one.example.com']]));
      expect(await harness.serial(zone)).toBe(serial);
    });

    it('has a zone of RFC 2317, and points to it from its parent', async () => {
      const parent = '3.0.192.in-addr.arpa';
      const zone = `64-127.${parent}`;
      await harness.server.makeZone(aZone(parent));
      await harness.server.makeZone(aZone(zone));
      await harness.server.change(zone, [ptr(`66.${zone}`, 'web.example.com')]);
      await harness.server.change(parent, [
        { name: zone, type: 'NS', content: ['ns1.example.net'], ttl: 3_600 },
        { name: `66.${parent}`, type: 'CNAME', content: [`66.${zone}`], ttl: 3_600 },
      ]);
      expect(await harness.server.records(parent)).toEqual(new Map([[`66.${parent}`, `66.${zone}`]]));
      expect(await refusal(harness.server.change(parent, [ptr(`66.${parent}`, 'twice.example.com')]))).toBe('refused');
    });

    it('says that it has no such zone', async () => {
      expect(await refusal(harness.server.change('9.9.9.in-addr.arpa', [ptr('1.9.9.9.in-addr.arpa', null)]))).toBe('no_zone');
    });

    it('takes changes of many at once, each whole', async () => {
      const zone = '4.0.192.in-addr.arpa';
      await harness.server.makeZone(aZone(zone));
      const names = Array.from({ length: 40 }, (_, i) => i);
      await Promise.all(names.map((n) => harness.server.change(zone, [ptr(`${n}.${zone}`, `n${n}.example.com`)])));
      expect((await harness.server.records(zone))?.size).toBe(40);
    });

    it('is away when it does not answer', async () => {
      await harness.goAway();
      expect(await refusal(harness.server.records('2.0.192.in-addr.arpa'))).toBe('away');
      expect(await refusal(harness.server.makeZone(aZone('5.0.192.in-addr.arpa')))).toBe('away');
      expect(await refusal(harness.server.change('2.0.192.in-addr.arpa', []))).toBe('away');
    });
  });
}
