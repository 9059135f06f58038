/** The CPU that guests see, and its digest, by which nodes compare their CPUs. */
import { createHash } from 'node:crypto';
import type { Accelerator } from './command.ts';
import type { Qmp } from './qmp.ts';

/** Default of `guests.cpu_model`: everything that host and accelerator offer. */
export const HOST_CPU = 'host';

/** Returns the accelerator with the CPU that the operator set. A named model must be complete, so that guests can move between hosts. */
export function withCpuModel<A extends Accelerator>(accelerator: A, model: string): A {
  return model === HOST_CPU ? accelerator : { ...accelerator, cpu: `${model},enforce` };
}

/** Returns the model's name and changed properties for QMP: `host,-arch-capabilities` is `host` without one of its features. */
export function parseCpu(cpu: string): { name: string; props?: Record<string, boolean> } {
  const [name = '', ...options] = cpu.split(',');
  const removed = options.filter((one) => one.startsWith('-')).map((one) => [one.slice(1), false] as const);
  return removed.length === 0 ? { name } : { name, props: Object.fromEntries(removed) };
}

/** Returns the SHA-256 of everything that a guest sees of its CPU, in hex. TCG adds QEMU's version, because its CPU changes with it. */
export async function readCpuDigest(qmp: Qmp, accelerator: Accelerator): Promise<string> {
  const expanded = await qmp.command('query-cpu-model-expansion', { type: 'full', model: parseCpu(accelerator.cpu) });
  const version = accelerator.name === 'tcg' ? await qmp.command('query-version') : null;
  return digestOf({ accelerator: accelerator.name, version, expanded });
}

/** Returns the SHA-256 of a value of JSON, whatever the order of its keys. */
export function digestOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
  return createHash('sha256').update(sorted).digest('hex');
}
