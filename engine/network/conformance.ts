/** The conformance suite that every driver of the network port passes. */
import { canonicalRules } from '@innkeeper/model/net/firewalls';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NicSpec } from '../nic.ts';
import { type Firewalls, NO_FIREWALLS } from './firewalls.ts';
import type { NetworkPort } from './port.ts';

export interface NetworkHarness {
  open(): Promise<NetworkPort>;
  /** Reason to skip the uplink tests, if the driver has no uplink. */
  noUplink?: string;
  /** Reason to skip the protection tests, if the driver protects no addresses. */
  noProtection?: string;
  /** Reason to skip the firewall tests, if the driver cannot filter. */
  noFirewalls?: string;
  /** Reason to skip the tests of moved addresses, if the driver cannot move them. */
  noMoves?: string;
  /** Reason to skip the tests of held cards, if the driver cannot hold them. */
  noHolds?: string;
  /** Reason to skip the guard tests, if the driver neither counts traffic nor blocks sources. */
  noGuard?: string;
  close(): Promise<void>;
}

const POOLS = [{ cidr: '10.77.0.0/24', gateway: '10.77.0.1' }];
const addressOf = (last: number) => ({ address: `10.77.0.${last}`, prefix: 24, gateway: '10.77.0.1', version: 4 }) as const;
const NIC: NicSpec = {
  machineId: 'srv-1',
  mac: '52:54:00:77:00:0b',
  hostname: 'web-1',
  addresses: [{ address: '10.77.0.11', prefix: 24, gateway: '10.77.0.1', version: 4 }],
  dns: [],
};

export function networkConformance(
  name: string,
  { open, noUplink, noProtection, noGuard, noFirewalls, noMoves, noHolds, close }: NetworkHarness,
): void {
  describe(`network: ${name}`, () => {
    let network: NetworkPort;
    beforeAll(async () => {
      network = await open();
      await network.open(POOLS);
    });
    afterAll(close);

    it('attaches and detaches a machine once, for repeated calls', async () => {
      const nic = await network.attach(NIC);
      expect(await network.attach(NIC)).toEqual(nic);
      expect(nic).toMatchObject(NIC);
      expect(await network.list()).toEqual(['srv-1']);
      await network.detach('srv-1');
      await network.detach('srv-1');
      expect(await network.list()).toEqual([]);
    });

    it('accepts metadata of a machine, and ignores it for a detached one', async () => {
      await network.attach(NIC);
      await network.setMetadata('srv-1', { '/latest/meta-data/instance-id': 'srv-1-1' });
      await network.setMetadata('srv-1', { '/latest/meta-data/instance-id': 'srv-1-2' });
      await network.detach('srv-1');
      await network.setMetadata('srv-1', { '/latest/meta-data/instance-id': 'srv-1-3' });
    });

    it('applies and removes firewalls, or explains why it cannot', async () => {
      const rules = canonicalRules([{ direction: 'in', protocol: 'tcp', ports: ['22'] }]);
      const some: Firewalls = { firewalls: [{ id: 7, version: 1, rules }], machines: { 'srv-1': [7], 'srv-2': [7] } };
      expect(network.capabilities.firewalls).toBe(noFirewalls === undefined);
      await network.setFirewalls(async () => NO_FIREWALLS);
      if (noFirewalls !== undefined) {
        const refused = { kind: 'unsupported', message: noFirewalls, retryable: false };
        await expect(network.setFirewalls(async () => some)).rejects.toMatchObject(refused);
        expect(await network.listFirewalls()).toEqual({ firewalls: [], machines: [] });
        return;
      }
      await network.setFirewalls(async () => some);
      await network.setFirewalls(async (inForce) => {
        expect(inForce).toEqual(some);
        return inForce;
      });
      expect(await network.listFirewalls()).toEqual({ firewalls: [7], machines: [] });
      await network.attach(NIC);
      expect(await network.listFirewalls()).toEqual({ firewalls: [7], machines: ['srv-1'] });
      // The later of two calls calls its `read` later.
      const order: number[] = [];
      const reading = (n: number, what: Firewalls) =>
        network.setFirewalls(async () => {
          order.push(n);
          return what;
        });
      await Promise.all([reading(1, some), reading(2, NO_FIREWALLS), reading(3, some)]);
      expect(order).toEqual([1, 2, 3]);
      expect(await network.listFirewalls()).toEqual({ firewalls: [7], machines: ['srv-1'] });
      await network.detach('srv-1');
      await network.setFirewalls(async () => NO_FIREWALLS);
      expect(await network.listFirewalls()).toEqual({ firewalls: [], machines: [] });
    });

    it('reports who has which address, without detached machines', async () => {
      await network.attach({ ...NIC, addresses: [addressOf(11)] });
      await network.setMetadata('srv-1', { '/latest/meta-data/instance-id': 'srv-1-1' });
      const holdings = await network.holdings();
      expect(holdings.addresses).toEqual([{ network: '10.77.0.11/32', machineId: 'srv-1' }]);
      expect(['', 'srv-1']).toContain(holdings.metadata.join());
      await network.detach('srv-1');
      expect(await network.holdings()).toEqual({ addresses: [], metadata: [] });
    });

    it('moves addresses between machines idempotently, or explains why it cannot', async () => {
      const other = { ...NIC, machineId: 'srv-2', mac: '52:54:00:77:00:0c', addresses: [addressOf(12)] };
      await network.attach(NIC);
      await network.attach(other);
      const to = (spec: NicSpec, ...more: number[]) => ({ ...spec, addresses: [...spec.addresses, ...more.map(addressOf)] });
      if (noMoves !== undefined) {
        await expect(network.reassign([to(NIC, 20)])).rejects.toMatchObject({ kind: 'unsupported', retryable: false });
      } else {
        expect(await network.reassign([to(NIC, 20, 21), other])).toMatchObject([to(NIC, 20, 21), other]);
        for (const moved of [
          [to(NIC, 21), to(other, 20)],
          [NIC, to(other, 20, 21)],
          [to(NIC, 20), to(other, 21)],
        ]) {
          await network.reassign(moved);
          await network.reassign(moved);
          // `open` restores the same addresses from the records.
          await network.open(POOLS);
        }
        await expect(network.reassign([to(NIC, 21)])).rejects.toThrow('srv-2');
        expect((await network.holdings()).addresses.toSorted((a, b) => a.network.localeCompare(b.network))).toEqual([
          { network: '10.77.0.11/32', machineId: 'srv-1' },
          { network: '10.77.0.12/32', machineId: 'srv-2' },
          { network: '10.77.0.20/32', machineId: 'srv-1' },
          { network: '10.77.0.21/32', machineId: 'srv-2' },
        ]);
        await expect(network.reassign([{ ...NIC, machineId: 'srv-9' }])).rejects.toThrow('srv-9 is not attached');
      }
      for (const { machineId } of [NIC, other]) await network.detach(machineId);
      expect(await network.list()).toEqual([]);
    });

    it('answers for no address of a held machine until its release, or explains why it cannot', async () => {
      const held = async () => (await network.holdings()).addresses.map(({ network: one }) => one);
      if (noHolds !== undefined) {
        const refused = { kind: 'unsupported', message: noHolds, retryable: false };
        await expect(network.attach(NIC, { held: true })).rejects.toMatchObject(refused);
        await expect(network.hold('srv-1')).rejects.toMatchObject(refused);
        await expect(network.release('srv-1')).rejects.toMatchObject(refused);
        expect(await network.list('held')).toEqual([]);
        return;
      }
      for (const act of ['hold', 'release'] as const)
        await expect(network[act]('srv-1')).rejects.toThrow('srv-1 is not attached');
      const nic = await network.attach(NIC, { held: true });
      expect(await network.list()).toEqual(['srv-1']);
      const wider = { ...NIC, addresses: [addressOf(11), addressOf(21)] };
      for (const again of [
        () => network.attach(NIC, { held: true }),
        () => network.attach(NIC),
        () => network.open(POOLS),
        () => network.reconcile({ pools: POOLS, uplink: NO_UPLINK }),
        ...(noMoves === undefined ? [() => network.reassign([wider])] : []),
        () => network.attach(NIC),
      ]) {
        await again();
        expect(await held()).toEqual([]);
        expect(await network.list('held')).toEqual(['srv-1']);
      }
      for (let i = 0; i < 2; i += 1) {
        await network.release('srv-1');
        expect(await held()).toEqual(['10.77.0.11/32']);
        expect(await network.list('held')).toEqual([]);
      }
      expect(await network.attach(NIC)).toEqual(nic);
      for (let i = 0; i < 2; i += 1) {
        await network.hold('srv-1');
        await network.open(POOLS);
        expect(await held()).toEqual([]);
      }
      await network.release('srv-1');
      expect(await held()).toEqual(['10.77.0.11/32']);
      await network.detach('srv-1');
      expect(await network.holdings()).toEqual({ addresses: [], metadata: [] });
    });

    it('without a configured uplink has none, sends nothing, and finds nothing to restore', async () => {
      const none = { pools: POOLS, uplink: NO_UPLINK };
      expect(await network.reconcile(none)).toEqual([]);
      expect(await network.reconcile(none)).toEqual([]);
      expect(await network.checkUplink(none)).toEqual([expect.objectContaining({ name: 'uplink', ok: true })]);
      expect(await network.readState()).toMatchObject({ uplink: null, refused: [] });
    });

    it('protects addresses as requested, whether or not a machine has them, or explains why it cannot', async () => {
      const six = { network: '2001:db8:77:1::/64', revision: '1', whitelist: [], blacklist: ['2001:db8:1::/48'], geo: null };
      const four = {
        network: '10.77.0.11/32',
        revision: 'a1',
        whitelist: ['192.0.2.0/24'],
        blacklist: ['0.0.0.0/0', '192.0.2.0/24', '192.0.2.7/32'],
        geo: { action: 'deny' as const, countries: ['AT', 'DE'] },
      };
      const countries = {
        version: '1',
        ranges: async (country: string) => (country === 'AT' ? ['198.51.100.0-203.0.113.255', '2001:db8:2::-2001:db8:3::'] : []),
      };
      const change = { set: [four, six], remove: [], countries };
      const holds = async () => Object.fromEntries((await network.protection()).revisions);
      if (noProtection !== undefined) {
        await expect(network.protect(change)).rejects.toMatchObject({ kind: 'unsupported', message: noProtection });
        expect(await holds()).toEqual({});
        return;
      }
      await network.protect(change);
      await network.protect(change);
      expect(await holds()).toEqual({ [four.network]: 'a1', [six.network]: '1' });
      await expect(network.protect({ ...change, set: [{ ...four, revision: 'a2' }], countries: null })).rejects.toMatchObject({
        kind: 'unsupported',
      });
      await network.protect({
        set: [{ ...four, revision: 'a3', geo: null }],
        remove: [six.network, six.network],
        countries: null,
      });
      expect(await network.protection()).toEqual({ revisions: new Map([[four.network, 'a3']]), changed: [] });
      await network.protect({
        set: [{ ...four, revision: 'a4', whitelist: [], blacklist: [], geo: null }],
        remove: [],
        countries,
      });
      expect(await network.protection()).toEqual({ revisions: new Map(), changed: [] });
    });

    it('guards the given addresses idempotently and reports nothing for quiet ones, or explains why it cannot', async () => {
      const { floodFilter } = network;
      expect(floodFilter.unsupported).toBe(noGuard ?? null);
      const one = { address: '10.77.0.11', version: 4 as const, portMbps: 100, protected: true };
      const prefix = { address: '2001:db8:77:11::1', version: 6 as const, portMbps: 2_500, protected: false };
      for (const addresses of [[one, prefix], [one, prefix], [{ ...one, portMbps: 1_000 }], [{ ...one, protected: false }], []]) {
        await floodFilter.setAddresses(addresses);
        await floodFilter.sample(addresses.map(({ address }) => address));
        expect(await floodFilter.received()).toEqual(noGuard === undefined ? expect.any(Number) : null);
        expect([await floodFilter.traffic(), await floodFilter.flows(), await floodFilter.blocked()]).toEqual([[], [], []]);
        const networks = addresses.map((it) => ({
          network: it.version === 4 ? '10.77.0.11/32' : '2001:db8:77:11::/64',
          protected: it.protected,
        }));
        expect(await floodFilter.guardedNetworks()).toEqual(noGuard === undefined ? networks : []);
        expect(await floodFilter.restoreChanged()).toEqual([]);
      }
    });

    it('sets up and removes the configured uplink, or explains why it cannot', async () => {
      const nat = { pools: POOLS, uplink: { ...NO_UPLINK, mode: 'nat' as const } };
      if (noUplink !== undefined) {
        await expect(network.reconcile(nat)).rejects.toMatchObject({ kind: 'unsupported', message: noUplink, retryable: false });
        expect(await network.checkUplink(nat)).toEqual([expect.objectContaining({ ok: false, why: noUplink })]);
        return;
      }
      await network.attach(NIC);
      await network.reconcile(nat);
      expect(await network.reconcile(nat)).toEqual([]);
      expect((await network.checkUplink(nat)).filter(({ ok }) => ok !== true)).toEqual([]);
      await network.reconcile({ ...nat, uplink: NO_UPLINK });
      expect(await network.list()).toEqual(['srv-1']);
      await network.detach('srv-1');
    });
  });
}
