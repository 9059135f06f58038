/** The conformance suite that every store of copies must pass. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CopyStore } from './port.ts';

export interface CopyStoreHarness {
  store: CopyStore;
  /** Closes the store like a restart of Innkeeper, and opens a new one on the same data. */
  restart(): Promise<CopyStore>;
  /** Lists the names of everything stored, including parts and notes of unfinished uploads. */
  leftovers(): Promise<string[]>;
  /** Leaves the remains of a worker that was killed during a `put`. */
  abandon(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>;
  /** Changes stored bytes without using the store. */
  corrupt(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Large enough for several parts in every driver that uploads in parts. */
const BYTES = 700_001;

export function copyStoreConformance(name: string, openHarness: () => Promise<CopyStoreHarness>): void {
  describe(`copies: ${name}`, () => {
    let harness: CopyStoreHarness;
    let store: CopyStore;
    let work: string;
    beforeAll(async () => {
      work = await mkdtemp(join(tmpdir(), 'innkeeper-copies-'));
      harness = await openHarness();
      store = harness.store;
    });
    afterAll(async () => {
      await harness?.close();
      await rm(work, { recursive: true, force: true });
    });

    const given = async (fileName: string, bytes = BYTES) => {
      const content = randomBytes(bytes);
      const path = join(work, fileName);
      await writeFile(path, content);
      return { path, bytes, sha256: createHash('sha256').update(content).digest('hex'), content };
    };
    const all = async (keys: AsyncIterable<string>) => {
      const found: string[] = [];
      for await (const key of keys) found.push(key);
      return found;
    };
    const target = (fileName: string, { bytes, sha256 }: { bytes: number; sha256: string }) => ({
      path: join(work, fileName),
      bytes,
      sha256,
    });

    it('has no data for a key that was never stored', async () => {
      const expected = { bytes: 5, sha256: '0'.repeat(64) };
      expect(await store.stat('never.qcow2')).toBeNull();
      await expect(store.verify('never.qcow2', expected)).rejects.toMatchObject({ kind: 'absent', retryable: false });
      await expect(store.get('never.qcow2', { path: join(work, 'never'), ...expected })).rejects.toMatchObject({
        kind: 'absent',
      });
      await store.remove('never.qcow2');
      expect(await readdir(work)).toEqual([]);
    });

    it('reads a small file as text, and refuses a large one', async () => {
      const text = '{"verified_at": null}';
      const path = join(work, 'text');
      await writeFile(path, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      await store.put('house-20261124T031500Z.json', { path, bytes: text.length, sha256 });
      expect(await store.readText('house-20261124T031500Z.json')).toBe(text);
      expect(await store.readText('never.json')).toBeNull();
      await store.put('large.json', await given('large'));
      await expect(store.readText('large.json')).rejects.toMatchObject({ kind: 'image', retryable: false });
      for (const key of ['house-20261124T031500Z.json', 'large.json']) await store.remove(key);
      for (const name of ['text', 'large']) await rm(join(work, name));
    });

    it.each([1, 1000, BYTES])('returns what was stored: %i bytes', async (bytes) => {
      const file = await given('in', bytes);
      const reported: number[] = [];
      await store.put('one.qcow2', file, { onPercent: (percent) => reported.push(percent) });
      expect(reported.at(-1)).toBe(100);
      expect(reported).toEqual([...new Set(reported)].sort((a, b) => a - b));
      // The store has its own copy, so the source file may be deleted.
      await rm(file.path);
      expect(await store.stat('one.qcow2')).toEqual({ bytes });
      await store.verify('one.qcow2', file);
      await store.get('one.qcow2', target('out', file));
      expect((await readFile(join(work, 'out'))).equals(file.content)).toBe(true);
      // The store also keeps its copy if a fetched file is deleted.
      await rm(join(work, 'out'));
      await store.verify('one.qcow2', file);
    });

    it('replaces earlier content, and accepts the same put twice', async () => {
      const file = await given('in');
      await store.put('one.qcow2', file);
      await store.put('one.qcow2', file);
      await store.verify('one.qcow2', file);
      await store.get('one.qcow2', target('out', file));
      await store.get('one.qcow2', target('out', file));
      expect((await readFile(join(work, 'out'))).equals(file.content)).toBe(true);
      expect(await readdir(work)).toEqual(['in', 'out']);
    });

    it('detects bytes that differ from the expected ones, and creates no file from them', async () => {
      const file = await given('in');
      await store.put('two.qcow2', file);
      await harness.corrupt('two.qcow2');
      await rm(join(work, 'out'), { force: true });
      const refusal = { kind: 'image', retryable: false };
      await expect(store.verify('two.qcow2', file)).rejects.toMatchObject(refusal);
      await expect(store.get('two.qcow2', target('out', file))).rejects.toMatchObject(refusal);
      await expect(store.verify('two.qcow2', { ...file, bytes: BYTES + 1 })).rejects.toMatchObject(refusal);
      expect(await readdir(work)).toEqual(['in']);
    });

    it('lists the keys of complete files, and nothing else', async () => {
      const file = await given('in', 1000);
      const keys = Array.from({ length: 3 }, (_, i) => `listed-${i}.qcow2`);
      for (const key of keys) await store.put(key, file);
      const listed = async () => (await all(store.list())).filter((key) => key.startsWith('listed')).sort();
      expect(await listed()).toEqual(keys);
      await store.remove('listed-1.qcow2');
      expect(await listed()).toEqual(['listed-0.qcow2', 'listed-2.qcow2']);
      expect(await store.unfinished()).toEqual([]);
      expect(store.describeLocation('listed-0.qcow2')).toMatch(/\/listed-0\.qcow2$/);
      for (const key of keys) await store.remove(key);
    });

    it('lists an incomplete put whose worker died, until it is repeated or removed', async () => {
      const file = await given('in');
      await harness.abandon('half.qcow2', file);
      expect(await store.unfinished()).toEqual(['half.qcow2']);
      expect(await all(store.list())).not.toContain('half.qcow2');
      await store.remove('half.qcow2');
      expect(await store.unfinished()).toEqual([]);
    });

    it('discards an unfinished put, and keeps the complete file of its key', async () => {
      const file = await given('in');
      await store.put('whole.qcow2', file);
      await harness.abandon('whole.qcow2', file);
      await harness.abandon('whole.qcow2-2', file);
      await store.discardUnfinished('whole.qcow2');
      expect(await store.unfinished()).toEqual(['whole.qcow2-2']);
      await store.verify('whole.qcow2', file);
      for (const key of ['whole.qcow2', 'whole.qcow2-2']) await store.remove(key);
    });

    it('can be aborted, and another process resumes or restarts it', async () => {
      const file = await given('in');
      const stop = new AbortController();
      const stopped = store.put('three.qcow2', file, { onPercent: () => stop.abort(), signal: stop.signal });
      await stopped.catch(() => undefined);
      store = await harness.restart();
      await store.put('three.qcow2', file);
      await store.verify('three.qcow2', file);
      await store.remove('three.qcow2');
      expect((await harness.leftovers()).filter((path) => path.includes('three'))).toEqual([]);
    });

    it('refuses a missing file, and keys that point outside of the store', async () => {
      const missing = { path: join(work, 'missing'), bytes: 1, sha256: '0'.repeat(64) };
      await expect(store.put('four.qcow2', missing)).rejects.toMatchObject({ kind: 'absent' });
      expect(await store.stat('four.qcow2')).toBeNull();
      for (const key of ['../up', 'a/b', '.hidden', '', 'A'])
        await expect(store.put(key, await given('in', 1))).rejects.toThrow(RangeError);
    });

    it('reports free space if it is known', async () => {
      const free = await store.freeBytes();
      expect(free === null || free > 0n).toBe(true);
    });

    it('removes a file, also twice, and leaves nothing behind', async () => {
      for (const key of ['one.qcow2', 'two.qcow2']) {
        await store.remove(key);
        await store.remove(key);
        expect(await store.stat(key)).toBeNull();
      }
      expect(await harness.leftovers()).toEqual([]);
    });
  });
}
