import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../compute/port.ts';
import { openQemuHarness, type QemuHarness, untilUp } from '../../compute/qemu/harness.ts';
import { LocalImages } from '../../images/local.ts';
import { UsermodeNetwork } from './driver.ts';

const projectRoot = process.cwd();

describe("a real guest on QEMU's own network", () => {
  let harness: QemuHarness;
  let spec: MachineSpec;

  beforeAll(async () => {
    harness = await openQemuHarness({
      images: new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot }),
      projectRoot,
      network: (home) => new UsermodeNetwork({ home }),
    });
    spec = await harness.spec('guest-1');
    await harness.compute.create(spec);
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
  });
  afterAll(() => harness?.close());

  it('answers SSH on the forwarded port of 127.0.0.1', async () => {
    expect(harness.network.sshEndpoint(spec.nic)).toEqual({ host: '127.0.0.1', port: 22_011, namespace: null });
    expect(await harness.login(spec, 'hostname')).toBe('host-of-guest-1');
  });

  it("does not reach this host's loopback services through its gateway", async () => {
    const probe = 'nc -w 3 10.77.0.1 22011 </dev/null >/dev/null 2>&1 && echo reached || echo refused';
    expect(await harness.login(spec, probe)).toBe('refused');
  });
});
