/** Tests live changes of a running guest. */
import { beforeAll, expect, it } from 'vitest';
import type { MachineSpec } from '../port.ts';
import { FIRST } from './passwords.ts';
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
}
