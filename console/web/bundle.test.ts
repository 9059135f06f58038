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

describe('the built console', () => {
  it('has a document that refers to hashed scripts and has none inside', () => {
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
      expect(bytesOf(`${name}.br`).length).toBeLessThan(bytesOf(`${name}.gz`).length);
    }
  });

  it('has React as it runs in production', () => {
    const code = scripts()
      .map((name) => bytesOf(name).toString('utf8'))
      .join('');
    expect(code).not.toContain('Download the React DevTools');
  });

  it('keeps the assets of the previous build, also after a build without changes, and no older ones', async () => {
    const [current = ''] = scripts();
    const age = (record: { current: string[]; previous: string[] }): void => {
      for (const name of [...record.current, ...record.previous]) fs.writeFileSync(path.join(outdir, name), 'old');
      fs.writeFileSync(path.join(outdir, 'assets.json'), JSON.stringify(record));
    };
    age({ current: ['assets/old-1.js'], previous: ['assets/older-1.js'] });
    fs.writeFileSync(path.join(outdir, 'assets/older-1.js.br'), 'old');
    await bundleConsole(outdir);
    expect(scripts().sort()).toEqual([current, 'old-1.js'].sort());
    expect(assets()).not.toContain('older-1.js.br');
    await bundleConsole(outdir);
    expect(scripts().sort()).toEqual([current, 'old-1.js'].sort());
  });
});
