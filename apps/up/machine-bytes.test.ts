import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureHost } from './capacity.ts';

const MIB = 1024 ** 2;
let engine = '';
const at = (...names: string[]) => join(engine, ...names);
const used = async () => Math.round((await measureHost(at('machines'))).usedByGuestsBytes / MIB);
const lay = (megabytes: number, ...names: string[]) => {
  mkdirSync(at(...names, '..'), { recursive: true });
  writeFileSync(at(...names), Buffer.alloc(megabytes * MIB, 1));
};
const linkTo = (from: string[], ...names: string[]) => {
  mkdirSync(at(...names, '..'), { recursive: true });
  linkSync(at(...from), at(...names));
};

beforeEach(() => {
  engine = mkdtempSync(join(tmpdir(), 'innkeeper-capacity-'));
  mkdirSync(at('machines'));
});
afterEach(() => rmSync(engine, { recursive: true, force: true }));

test('counts the allocated size of a sparse disk', async () => {
  lay(1, 'machines', 'srv-1', 'vm', 'disk-1.qcow2');
  truncateSync(at('machines', 'srv-1', 'vm', 'disk-1.qcow2'), 100 * MIB);
  expect(await used()).toBe(1);
});

test('counts a hard-linked file once, and not while an image, an ISO or a copy keeps it', async () => {
  const image = ['images', 'tiny', 'tiny.qcow2'];
  lay(10, ...image);
  for (const id of [1, 2, 3, 4]) linkTo(image, 'machines', `srv-${id}`, 'base-1');
  // The guests' end would free no byte of it.
  expect(await used()).toBe(0);
  unlinkSync(at(...image));
  expect(await used()).toBe(10);
});

test.skipIf(process.getuid?.() !== 0)('ignores other file systems, and never stops at them', async () => {
  lay(1, 'machines', 'srv-1', 'vm', 'disk-1.qcow2');
  for (const kind of ['proc', 'tmpfs']) {
    mkdirSync(at('machines', 'srv-1', kind), { recursive: true });
    execFileSync('mount', ['-t', kind, kind, at('machines', 'srv-1', kind)]);
  }
  try {
    lay(3, 'machines', 'srv-1', 'tmpfs', 'file');
    expect(await used()).toBe(1);
  } finally {
    execFileSync('umount', [at('machines', 'srv-1', 'proc'), at('machines', 'srv-1', 'tmpfs')]);
  }
});
