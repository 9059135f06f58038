import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleConsole } from './bundle.ts';

let outdir: string;
beforeAll(async () => {
  outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-console-'));
  await bundleConsole(outdir);
});
afterAll(() => fs.rmSync(outdir, { recursive: true }));

const assets = () => fs.readdirSync(path.join(outdir, 'assets'));
const bytesOf = (name: string) => fs.readFileSync(path.join(outdir, 'assets', name));
const scripts = () => assets().filter((name) => name.endsWith('.js'));

/** Returns these files and the files that they load statically. */
function withImports(names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    for (const [, other = ''] of bytesOf(name)
      .toString('utf8')
      .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      found.add(other);
  }
  return found;
}

describe('the built console', () => {
  it('has a document with one hashed script, and without inline scripts and styles', () => {
    const document = fs.readFileSync(path.join(outdir, 'index.html'), 'utf8');
    const sources = [...document.matchAll(/<script[^>]* src="\/assets\/([^"]+)"><\/script>/g)].map(([, name]) => name);
    expect(sources).toHaveLength(1);
    expect(scripts()).toContain(sources[0]);
    expect(document.match(/<script/g)).toHaveLength(1);
    expect(document).not.toMatch(/<style|style="| on\w+="/);
  });

  it('has compressed copies with the same bytes', () => {
    for (const name of scripts()) {
      expect(name).toMatch(/-[\w-]{8}\.js$/);
      expect(brotliDecompressSync(bytesOf(`${name}.br`))).toEqual(bytesOf(name));
      expect(gunzipSync(bytesOf(`${name}.gz`))).toEqual(bytesOf(name));
      // A chunk of about 200 bytes gains nothing.
      if (bytesOf(name).length > 1_000) expect(bytesOf(`${name}.br`).length).toBeLessThan(bytesOf(`${name}.gz`).length);
    }
  });

  it('stays within its size budgets, compressed with brotli', () => {
    const document = fs.readFileSync(path.join(outdir, 'index.html'), 'utf8');
    const start = [...document.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
    const first = withImports([...start, ...assets().filter((name) => /^servers-[\w-]{8}\.(?:js|css)$/.test(name))]);
    const sizeOf = (names: Iterable<string>, suffix: string) =>
      [...names].filter((name) => name.endsWith(suffix)).reduce((sum, name) => sum + bytesOf(`${name}.br`).length, 0);
    expect(sizeOf(first, '.js')).toBeLessThan(110_000);
    expect(sizeOf(first, '.css')).toBeLessThan(12_000);
    const fonts = assets().filter((name) => /latin-(?:wght|400)-normal/.test(name));
    expect(fonts.reduce((sum, name) => sum + bytesOf(name).length, 0)).toBeLessThan(61_440);
    for (const name of scripts()) if (!first.has(name)) expect([name, sizeOf([name], '.js') < 40_000]).toEqual([name, true]);
  });

  it('contains the production build of React', () => {
    const code = scripts()
      .map((name) => bytesOf(name).toString('utf8'))
      .join('');
    expect(code).not.toContain('Download the React DevTools');
  });

  it('keeps the assets of the previous build, also after a build without changes, and no older ones', async () => {
    const current = scripts();
    const age = (record: { current: string[]; previous: string[] }): void => {
      for (const name of [...record.current, ...record.previous]) fs.writeFileSync(path.join(outdir, name), 'old');
      fs.writeFileSync(path.join(outdir, 'assets.json'), JSON.stringify(record));
    };
    age({ current: ['assets/old-1.js'], previous: ['assets/older-1.js'] });
    fs.writeFileSync(path.join(outdir, 'assets/older-1.js.br'), 'old');
    await bundleConsole(outdir);
    expect(scripts().sort()).toEqual([...current, 'old-1.js'].sort());
    expect(assets()).not.toContain('older-1.js.br');
    await bundleConsole(outdir);
    expect(scripts().sort()).toEqual([...current, 'old-1.js'].sort());
  });
});
