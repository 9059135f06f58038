/** The conformance suite that every driver of the DNS port passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsError, type DnsServer, type RecordChange, type Zone } from './port.ts';

export interface DnsHarness {
  server: DnsServer;
  /** Returns the serial of the zone's SOA. */
  serial(zone: string): Promise<number>;
  /** Makes the server unavailable. */
  makeUnavailable(): Promise<void>;
  close(): Promise<void>;
}

export const exampleZone = (name: string): Zone => ({
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

    it('creates a zone once, and leaves an existing one unchanged', async () => {
      const zone = '2.0.192.in-addr.arpa';
      expect(await harness.server.records(zone)).toBeNull();
      expect(await harness.server.createZone(exampleZone(zone))).toBe('made');
      await harness.server.change(zone, [ptr(`7.${zone}`, 'kept.example.com')]);
      expect(await harness.server.createZone(exampleZone(zone))).toBe('there');
      expect(await harness.server.records(zone)).toEqual(new Map([[`7.${zone}`, 'kept.example.com']]));
    });

    it('replaces and removes names idempotently, and increases the serial with each change', async () => {
      const zone = '8.b.d.0.1.0.0.2.ip6.arpa';
      await harness.server.createZone(exampleZone(zone));
      const record = `1.${'0.'.repeat(23)}${zone}`;
      const serials = [await harness.serial(zone)];
      for (const content of ['a.example.com', 'B.example.com', 'b.example.com', null, null]) {
        await harness.server.change(zone, [ptr(record, content)]);
        expect((await harness.server.records(zone))?.get(record)).toBe(content?.toLowerCase());
        serials.push(await harness.serial(zone));
      }
      for (const [i, serial] of serials.slice(1, 5).entries()) expect(serial, `${i}`).toBeGreaterThan(serials[i] ?? 0);
    });

    it('applies all of a change, or none', async () => {
      const zone = '0.51.198.in-addr.arpa';
      await harness.server.createZone(exampleZone(zone));
      await harness.server.change(zone, [ptr(`1.${zone}`, 'one.example.com')]);
      const serial = await harness.serial(zone);
      const half = [ptr(`1.${zone}`, 'other.example.com'), ptr(`2.${zone}`, 'two..example.com')];
      expect(await refusal(harness.server.change(zone, half))).toBe('refused');
      expect(await refusal(harness.server.change(zone, [ptr('1.2.3.4.in-addr.arpa', 'x.example.com')]))).toBe('refused');
      expect(await harness.server.records(zone)).toEqual(new Map([[`1.${zone}`, 'one.example.com']]));
      expect(await harness.serial(zone)).toBe(serial);
    });

    it('serves an RFC 2317 zone, and delegates to it from its parent', async () => {
      const parent = '3.0.192.in-addr.arpa';
      const zone = `64-127.${parent}`;
      await harness.server.createZone(exampleZone(parent));
      await harness.server.createZone(exampleZone(zone));
      await harness.server.change(zone, [ptr(`66.${zone}`, 'web.example.com')]);
      await harness.server.change(parent, [
        { name: zone, type: 'NS', content: ['ns1.example.net'], ttl: 3_600 },
        { name: `66.${parent}`, type: 'CNAME', content: [`66.${zone}`], ttl: 3_600 },
      ]);
      expect(await harness.server.records(parent)).toEqual(new Map([[`66.${parent}`, `66.${zone}`]]));
      expect(await refusal(harness.server.change(parent, [ptr(`66.${parent}`, 'twice.example.com')]))).toBe('refused');
    });

    it('reports a missing zone', async () => {
      expect(await refusal(harness.server.change('9.9.9.in-addr.arpa', [ptr('1.9.9.9.in-addr.arpa', null)]))).toBe('no_zone');
    });

    it('applies concurrent changes, each completely', async () => {
      const zone = '4.0.192.in-addr.arpa';
      await harness.server.createZone(exampleZone(zone));
      const names = Array.from({ length: 40 }, (_, i) => i);
      await Promise.all(names.map((n) => harness.server.change(zone, [ptr(`${n}.${zone}`, `n${n}.example.com`)])));
      expect((await harness.server.records(zone))?.size).toBe(40);
    });

    it('is unavailable if it does not answer', async () => {
      await harness.makeUnavailable();
      expect(await refusal(harness.server.records('2.0.192.in-addr.arpa'))).toBe('away');
      expect(await refusal(harness.server.createZone(exampleZone('5.0.192.in-addr.arpa')))).toBe('away');
      expect(await refusal(harness.server.change('2.0.192.in-addr.arpa', []))).toBe('away');
    });
  });
}
