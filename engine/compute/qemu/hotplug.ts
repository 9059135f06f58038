/** Changes the media, the seed and the link of a running QEMU. */
import { EngineError } from '../../error.ts';
import { DRIVES, readOnlyNode } from './command.ts';
import type { MachineRecord } from './directory.ts';
import { isRecord, type Qmp } from './qmp.ts';

/** Makes the drives hold exactly these media. Changes a medium even if the guest has locked its drive. */
export async function fillDrives(qmp: Qmp, drives: MachineRecord['drives']): Promise<void> {
  for (const which of ['primary', 'secondary'] as const) {
    const [id, desired] = [DRIVES[which], drives[which]];
    const { medium, open } = await driveOf(qmp, id);
    if (medium !== desired) {
      await qmp.command('blockdev-open-tray', { id, force: true });
      if (medium !== null) {
        await qmp.command('blockdev-remove-medium', { id });
        await qmp.command('blockdev-del', { 'node-name': medium });
      }
      if (desired !== null) {
        await addNode(qmp, desired);
        await qmp.command('blockdev-insert-medium', { id, 'node-name': desired });
      }
    }
    if (open || medium !== desired) await qmp.command('blockdev-close-tray', { id });
  }
}

async function driveOf(qmp: Qmp, id: string): Promise<{ medium: string | null; open: boolean }> {
  const all = await qmp.command('query-block');
  const drive = (Array.isArray(all) ? all.filter(isRecord) : []).find(({ qdev }) => qdev === id);
  if (drive === undefined) throw new EngineError('host', `QEMU has no drive ${id}`);
  const node = isRecord(drive.inserted) ? drive.inserted['node-name'] : null;
  return { medium: typeof node === 'string' ? node : null, open: drive.tray_open === true };
}

async function addNode(qmp: Qmp, name: string): Promise<void> {
  if (!(await nodeNames(qmp)).includes(name)) await qmp.command('blockdev-add', readOnlyNode(name, name));
}

async function nodeNames(qmp: Qmp): Promise<string[]> {
  const nodes = await qmp.command('query-named-block-nodes', { flat: true });
  return Array.isArray(nodes) ? nodes.map((node) => (isRecord(node) ? String(node['node-name']) : '')) : [];
}

/** Replaces the seed by a file of the same size. The guest reads the new seed at its next boot. */
export async function replaceSeed(qmp: Qmp, filename: string): Promise<void> {
  const file = filename.replace(/\..*$/, '');
  await qmp.command('blockdev-add', { driver: 'file', 'node-name': file, filename, 'read-only': true });
  const seed = { driver: 'raw', 'node-name': 'seed', 'read-only': true, file };
  await qmp.command('blockdev-reopen', { options: [seed] });
  for (const name of await nodeNames(qmp)) {
    if (name.startsWith('seed-') && name !== file) await qmp.command('blockdev-del', { 'node-name': name });
  }
}

export async function setLink(qmp: Qmp, { spec }: MachineRecord, up: boolean): Promise<void> {
  if (spec.nic.plug.kind !== 'none') await qmp.command('set_link', { name: 'net0', up });
}

/** Returns whether QEMU was started to boot from the primary drive first. */
export async function bootsIso(qmp: Qmp): Promise<boolean> {
  const index = await qmp.command('qom-get', { path: `/machine/peripheral/${DRIVES.primary}`, property: 'bootindex' });
  return index === 0;
}
