/** A restore that is killed during its renames is completed by the next run, wherever it stopped. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, homeAt, makeHome, readState } from '../installation/home.ts';
import { commitMoves, finishMoves, type Moves, partsDirectory } from './moves.ts';

const MOVES: Moves = {
  backup: 'house-20261124T031500Z.tar.zst.age',
  replaced: 'replaced-20261124T040000Z',
  arrive: ['innkeeper.toml', 'attachments', 'backup/recipients.txt', 'state.json'],
  leave: ['secret.key'],
};

let home: Home;
beforeEach(() => {
  home = homeAt(mkdtempSync(path.join(os.tmpdir(), 'innkeeper-moves-')));
  for (const part of [...MOVES.arrive, ...MOVES.leave]) put(home.path, part, 'old');
  for (const part of MOVES.arrive) put(partsDirectory(home), part, 'new');
  put(home.path, 'engine', 'guests');
});
afterEach(() => rmSync(home.path, { recursive: true }));

/** Writes a part, as a file in a directory if the part is a directory. */
function put(root: string, part: string, content: string): void {
  const file = fileOf(root, part);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function fileOf(root: string, part: string): string {
  return path.join(root, part, part === 'attachments' || part === 'engine' ? 'file' : '');
}

function read(root: string, part: string): string | null {
  const file = fileOf(root, part);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function expectNewHouse(): void {
  const kept = path.join(home.path, MOVES.replaced);
  for (const part of MOVES.arrive) expect([part, read(home.path, part), read(kept, part)]).toEqual([part, 'new', 'old']);
  for (const part of MOVES.leave) expect([part, read(home.path, part), read(kept, part)]).toEqual([part, null, 'old']);
  expect(read(home.path, 'engine')).toBe('guests');
  expect(existsSync(home.restoreDirectory)).toBe(false);
}

test('moves the files into place, keeps the old ones, and does not touch guests', async () => {
  await commitMoves(home, MOVES);
  expectNewHouse();
  expect(await finishMoves(home)).toBeNull();
});

/** The renames in order. */
const RENAMES: [string, string][] = [
  ['secret.key', `${MOVES.replaced}/secret.key`],
  ...MOVES.arrive.flatMap((part): [string, string][] => [
    [part, `${MOVES.replaced}/${part}`],
    [`restoring/parts/${part}`, part],
  ]),
];

test.each(RENAMES.map((_, done) => done))(
  'completes a restore after %i of its renames, and starts nothing before',
  async (done) => {
    writeFileSync(home.movesFile, JSON.stringify(MOVES));
    for (const [from, to] of RENAMES.slice(0, done)) {
      mkdirSync(path.dirname(path.join(home.path, to)), { recursive: true });
      renameSync(path.join(home.path, from), path.join(home.path, to));
    }
    for (const start of [readState(home), makeHome(home.path)]) await expect(start).rejects.toThrow('was interrupted');
    expect(await finishMoves(home)).toEqual(MOVES);
    expectNewHouse();
  },
);
