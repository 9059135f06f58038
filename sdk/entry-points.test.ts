/** Each entry point contains the operations of its own audience only. */
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Returns the text of a bundle, and the names of its files. */
async function bundle(entry: string): Promise<{ text: string; files: string[] }> {
  const options = { bundle: true, write: false, metafile: true, platform: 'neutral', format: 'esm' } as const;
  const { outputFiles, metafile } = await build({ entryPoints: [path.join(import.meta.dirname, entry)], ...options });
  return { text: outputFiles[0]?.text ?? '', files: Object.keys(metafile.inputs).map((file) => path.basename(file)) };
}

it('customers get no operation of the staff', async () => {
  const { text, files } = await bundle('index.ts');
  expect(files.filter((file) => file.startsWith('staff'))).toEqual([]);
  expect(text).toContain('"/servers/{server}/restart"');
  expect(text).not.toContain('/operator/');
});

it('the staff get no operation of customers, and only shared code', async () => {
  const { text, files } = await bundle('staff.ts');
  const shared = ['api-error', 'assemble', 'errors.gen', 'listing', 'pause', 'request', 'retry', 'send'];
  expect(files.toSorted()).toEqual(
    ['staff', 'staff-api.gen', 'staff-operations.gen', ...shared].map((name) => `${name}.ts`).toSorted(),
  );
  const paths = [...text.matchAll(/"path": "([^"]+)"/g)].map(([, found]) => found);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((found) => !found?.startsWith('/operator/'))).toEqual([]);
});
