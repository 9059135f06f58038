/**
 * Plants an operation of each kind in a copy of the repository, with the real command. Expects the files that `planted.test.ts` counts, types
 * and checks without a complaint, and failures only of the tests that are to be written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isGenerated, PLANTED } from './kinds.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Beside `node_modules`, of which the copy has hard links. */
const copy = path.join(root, 'build/planted');

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\n').filter((one) => one !== '' && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  for (const room of ['.', 'cli', 'engine', 'lab'].map((one) => path.join(one, 'node_modules')))
    if (existsSync(path.join(root, room))) execFileSync('cp', ['-al', path.join(root, room), path.join(copy, room)]);
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  commit();
});

function commit(): void {
  execFileSync('git', ['add', '--all'], { cwd: copy });
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...author, 'commit', '--quiet', '--message', 'Plant'], { cwd: copy });
}

function changedByHand(): string[] {
  const status = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: copy, encoding: 'utf8' });
  const files = status.split('\n').map((line) => line.slice(3));
  return files.filter((file) => file !== '' && !isGenerated(file));
}

/** Runs a program in the copy. Returns its output, and throws with it if `ok` is expected and the program fails. */
function run(program: string, args: readonly string[], ok = true): string {
  const { VITEST: _vitest, VITEST_WORKER_ID: _worker, VITEST_POOL_ID: _pool, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const output = `${stdout}${stderr}`;
  if ((status === 0) !== ok) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${output.slice(-20_000)}`);
  return output;
}

const vitest = (...args: string[]): string => run('npx', ['vitest', 'run', ...args]);

test.each(PLANTED)('npm run new:operation plants a $kind in $filesByHand files', ({ args, filesByHand }) => {
  run('npm', ['run', 'new:operation', '--', ...args]);
  const files = changedByHand();
  expect(files, files.join('\n')).toHaveLength(filesByHand);
  commit();
});

test('commands make everything else', () => {
  run('npm', ['run', 'examples']);
  vitest('lab/cross-cutting/rights.test.ts', 'console/web/operations.test.ts', 'cli/golden.test.ts', '-u');
  run('npm', ['run', 'gen']);
  expect(changedByHand()).toEqual([]);
});

test('all of it compiles, passes the checks, and keeps the rules of every operation', () => {
  run('npm', ['run', 'types']);
  run('npm', ['run', 'check', '--', 'format', 'operations', 'operator', 'generated']);
  vitest('--project', 'fast', 'contract', 'lab/cross-cutting', 'console/web/operations.test.ts', 'domain/workflows');
  vitest('cli/golden.test.ts', 'lab/torture/torture.test.ts', 'lab/examples/examples.test.ts');
});

test.each([
  ['lab/slices/ssh-keys/get-frost.test.ts', 'getFrost'],
  ['lab/slices/servers/label-server.test.ts', 'labelServer'],
  ['lab/slices/servers/freeze-server.test.ts', 'freezeServer'],
  ['operations/accounts.staff.freeze.test.ts', 'freezeAccount'],
])('%s asks to be written', (file, name) => {
  expect(run('npx', ['vitest', 'run', file], false)).toContain(`write me: ${name}`);
});
