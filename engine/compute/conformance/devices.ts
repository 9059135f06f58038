/** Tests the drives, network link, screen and serial console of a running machine. */
import { rm } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import type { Suite } from './suite.ts';
import { openVncSession } from './vnc-client.ts';

export function deviceCases(shared: () => { suite: Suite; spec: MachineSpec }): void {
  let suite: Suite;
  let spec: MachineSpec;
  beforeAll(() => {
    ({ suite, spec } = shared());
  });

  it('inserts ISO files, which may then be deleted, into drives of a running guest, and ejects them', async () => {
    const { compute, harness } = suite;
    const [one, two] = [await harness.iso('one', 'the first'), await harness.iso('two', 'the second')];
    await compute.setMedia(spec.machineId, { primary: one, secondary: two, bootFrom: 'disk' });
    await compute.setMedia(spec.machineId, { primary: one, secondary: two, bootFrom: 'disk' });
    if (compute.capabilities.real) await rm(two);
    expect(await harness.inspector.readDrive(spec, 'primary')).toBe('the first');
    expect(await harness.inspector.readDrive(spec, 'secondary')).toBe('the second');
    await compute.setMedia(spec.machineId, { primary: null, secondary: one, bootFrom: 'disk' });
    expect(await harness.inspector.readDrive(spec, 'primary')).toBeNull();
    expect(await harness.inspector.readDrive(spec, 'secondary')).toBe('the first');
    await compute.setMedia(spec.machineId, NO_MEDIA);
    expect(await harness.inspector.readDrive(spec, 'secondary')).toBeNull();
  });

  it('refuses a missing ISO, and leaves the drives unchanged', async () => {
    const absent = { primary: `${suite.harness.directory}/absent.iso`, secondary: null, bootFrom: 'disk' } as const;
    await expect(suite.compute.setMedia(spec.machineId, absent)).rejects.toMatchObject({ kind: 'image', retryable: false });
    expect(await suite.harness.inspector.readDrive(spec, 'primary')).toBeNull();
  });

  it('takes the network link down and up, and keeps its state across a restart of Innkeeper', async () => {
    await suite.compute.setLink(spec.machineId, false);
    await suite.compute.setLink(spec.machineId, false);
    expect(await suite.harness.inspector.hasLink(spec)).toBe(false);
    await suite.restart();
    expect(await suite.harness.inspector.hasLink(spec)).toBe(false);
    await suite.compute.setLink(spec.machineId, true);
    expect(await suite.harness.inspector.hasLink(spec)).toBe(true);
  });

  it('returns the end of the serial console without consuming it', async () => {
    const log = await suite.until('a line on the console', async () => {
      const text = await suite.compute.consoleLog(spec.machineId);
      return text.length > 0 && text;
    });
    expect(log.length).toBeLessThanOrEqual(65_536);
    const again = await suite.compute.consoleLog(spec.machineId);
    expect(again.subarray(0, log.length).toString('latin1')).toBe(log.toString('latin1'));
  });

  it('takes a screenshot', async () => {
    const picture = await suite.compute.screenshot(spec.machineId);
    expect(picture.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(picture.subarray(12, 16).toString('latin1')).toBe('IHDR');
  });

  it('opens the console with a password, which a later request replaces', async () => {
    const first = await suite.compute.openConsole(spec.machineId);
    expect(first.password).toMatch(/^[\x21-\x7e]{8}$/);
    expect(await openVncSession(first)).not.toBeNull();
    expect(await openVncSession({ ...first, password: 'mistaken' })).toBeNull();
    const second = await suite.compute.openConsole(spec.machineId);
    expect(await openVncSession(first)).toBeNull();
    expect(await openVncSession(second)).not.toBeNull();
  });
}
