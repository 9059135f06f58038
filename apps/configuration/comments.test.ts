/** Commented lines of a new file: each is valid once its comment sign is removed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyOf, PATHS } from '@innkeeper/model/configuration/keys';
import { formatConfiguration, nameInFile } from '@innkeeper/model/configuration/write';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidConfiguration, validateConfiguration } from './load.ts';

const COMMENTED = /^#(\w+) = /;

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(path.join(tmpdir(), 'innkeeper-secrets-'));
  for (const each of PATHS.filter((one) => keyOf(one).secret))
    writeFileSync(path.join(secrets, each), `${String(keyOf(each).example)}\n`, { mode: 0o600 });
});
afterAll(() => rmSync(secrets, { recursive: true }));

const lines = formatConfiguration({}).split('\n');
/** Line number of each key, by the key's name in the file. */
const lineOf = new Map<string, number>();
let section = '';
for (const [at, line] of lines.entries()) {
  section = /^\[(.+)\]$/.exec(line)?.[1] ?? section;
  const name = COMMENTED.exec(line)?.[1];
  if (name) lineOf.set(`${section}.${name}`, at);
}

/** Returns the problems of the file after these lines are uncommented. */
async function problemsWith(names: readonly string[]): Promise<readonly string[]> {
  const selected = new Set(names.map((name) => lineOf.get(name)));
  const text = lines.map((line, at) => (selected.has(at) ? line.slice(1) : line)).join('\n');
  return validateConfiguration(text.replaceAll('/etc/innkeeper/', `${secrets}/`), { name: 'innkeeper.toml', env: {} }).then(
    () => [],
    (error: unknown) => (error instanceof InvalidConfiguration ? error.problems : Promise.reject(error)),
  );
}

describe('a new file', () => {
  it('has a line for every key', () => {
    expect([...lineOf.keys()].toSorted()).toEqual(PATHS.map(nameInFile).toSorted());
  });

  it.each(PATHS.map((each) => [nameInFile(each)]))('is valid with %s', async (name) => {
    const problems = await problemsWith([name]);
    // Some keys need other keys, which the problem names. No problem may be about the value itself.
    const needed = PATHS.filter((each) => problems.some((problem) => problem.includes(each))).map(nameInFile);
    for (const problem of problems) expect(problem).not.toContain('innkeeper.toml');
    expect(await problemsWith([name, ...needed])).toEqual([]);
  });

  it('is valid with all of them', async () => {
    expect(await problemsWith([...lineOf.keys()])).toEqual([]);
  });
});
