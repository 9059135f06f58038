/** Tests live changes of a running guest. */
import { beforeAll, expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { FIRST, SECOND } from './passwords.ts';
import type { Suite } from './suite.ts';

const ANOTHER_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0wGqPyTmBJzUVmJYiTBHSQ4W4PGTXnQ1dqQKf0mhsH another';

export function guestCases(shared: () => { suite: Suite; spec: MachineSpec }): void {
  let suite: Suite;
  let spec: MachineSpec;
  beforeAll(async () => {
    ({ suite, spec } = shared());
    await suite.compute.create(spec);
    await suite.compute.start(spec.machineId);
    await suite.untilBooted(spec);
  });

  it('changes the hostname live', async () => {
    expect(await suite.compute.guest.setHostname(spec.machineId, 'renamed.example.com')).toBe('done');
    expect(await suite.compute.guest.setHostname(spec.machineId, 'renamed.example.com')).toBe('done');
    expect(await suite.harness.inspector.facts(spec)).toMatchObject({ hostname: 'renamed', fqdn: 'renamed.example.com' });
  });

  it('changes the password live, and root logs in with it', async () => {
    expect(await suite.harness.inspector.acceptsPassword(spec, FIRST)).toBe(false);
    expect(await suite.compute.guest.setPassword(spec.machineId, { user: 'root', hash: FIRST.hash })).toBe('done');
    expect((await suite.harness.inspector.facts(spec)).passwordHash).toBe(FIRST.hash);
    expect(await suite.harness.inspector.acceptsPassword(spec, FIRST)).toBe(true);
  });

  it('refuses a user that does not exist in the guest', async () => {
    const unknown = suite.compute.guest.setPassword(spec.machineId, { user: 'nobody-here', hash: FIRST.hash });
    await expect(unknown).rejects.toMatchObject({ kind: 'guest', retryable: false });
  });

  it('replaces the SSH keys live', async () => {
    const [own = ''] = spec.seed.sshKeys;
    expect(await suite.compute.guest.setSshKeys(spec.machineId, [own, ANOTHER_KEY])).toBe('done');
    expect((await suite.harness.inspector.facts(spec)).sshKeys).toEqual([own, ANOTHER_KEY]);
    expect(await suite.compute.guest.setSshKeys(spec.machineId, [own])).toBe('done');
    expect((await suite.harness.inspector.facts(spec)).sshKeys).toEqual([own]);
  });

  it('adds and removes addresses live, and keeps those of its seed', async () => {
    const { nic, machineId } = spec;
    const own = nic.addresses.map(({ address, prefix }) => `${address}/${prefix}`);
    const [first] = nic.addresses;
    if (!first) throw new Error('it has an address');
    const extra = { ...first, address: first.address.replace(/\d+$/, '200') };
    const addresses = async () => (await suite.harness.inspector.facts(spec)).addresses;
    const wider = { ...nic, addresses: [...nic.addresses, extra] };
    expect(await suite.compute.guest.setAddresses(machineId, wider)).toBe('done');
    // Named in `gone`, because the guest's seed does not contain the address.
    expect(await suite.compute.guest.setAddresses(machineId, nic, [extra])).toBe('done');
    expect(await addresses()).toEqual(own);
    for (let i = 0; i < 2; i += 1) expect(await suite.compute.guest.setAddresses(machineId, wider)).toBe('done');
    expect(await addresses()).toEqual([...own, `${extra.address}/${extra.prefix}`]);
    await suite.compute.reseed(machineId, spec.seed, wider);
    expect(await suite.compute.guest.setAddresses(machineId, nic)).toBe('done');
    expect(await addresses()).toEqual(own);
    await suite.compute.reseed(machineId, spec.seed, nic);
  });

  it('without an agent reports its boot by the ready line, also after a restart of Innkeeper', async () => {
    const bootId = await suite.untilBooted(spec);
    await suite.harness.silenceAgent(spec);
    expect(await suite.compute.guest.setHostname(spec.machineId, 'unheard')).toBe('no_answer');
    const booted = { machineId: spec.machineId, power: 'running', up: true, bootId };
    for (let i = 0; i < 2; i += 1) expect(await suite.compute.inspect(spec.machineId)).toEqual(booted);
    await suite.restart();
    expect(await suite.compute.inspect(spec.machineId)).toEqual(booted);
  });

  it('without an agent reboots by a shutdown, which loses nothing, and applies a new seed', async () => {
    const { compute, harness } = suite;
    const { machineId, seed } = spec;
    const before = await suite.untilBooted(spec);
    const sshKeys = [...seed.sshKeys, ANOTHER_KEY];
    const news = { ...seed, instanceId: 'waited', hostname: 'waited.example.com', passwordHash: SECOND.hash, sshKeys };
    await compute.reseed(machineId, { ...news, startupScript: null, amends: ['password', 'sshKeys'] });
    await harness.inspector.write(spec, 'unflushed', 'kept');
    await compute.reboot(machineId, before);
    const after = await suite.untilBooted(spec, before);
    expect(await harness.inspector.read(spec, 'unflushed')).toBe('kept');
    const facts = { hostname: 'waited', fqdn: 'waited.example.com', passwordHash: SECOND.hash, sshKeys };
    expect(await harness.inspector.facts(spec)).toMatchObject(facts);
    await compute.reboot(machineId, before);
    expect(await suite.untilBooted(spec)).toBe(after);
    expect(await compute.guest.setPassword(machineId, { user: 'root', hash: FIRST.hash })).toBe('done');
    expect(await compute.guest.setSshKeys(machineId, seed.sshKeys)).toBe('done');
  });
}
