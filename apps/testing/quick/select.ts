/** Selects the tests of `./innkeeper test --quick`. Pure: it gets the text of all files and decides. */
import path from 'node:path';
import { distancesTo, type Importers, importersOf, type SourceFile } from './import-graph.ts';
import { callsOperation } from './operation-calls.ts';

export interface NamedOperation {
  name: string;
  /** Folder or file name of its group, such as `server-images`. */
  group: string;
}

export interface Selection {
  /** Test files to run. Empty if `wholeFast` is set. */
  files: string[];
  /** Operations whose tests of `lab/cross-cutting` run. */
  operations: string[];
  /** Reason to run the whole project `fast`, or `null`. */
  wholeFastReason: string | null;
  /** Number of test files of `fast` and `system` that reach the change and are not run. */
  skippedCount: number;
  /** Changed files that no test reaches by imports. */
  unreached: string[];
}

/** Rooms and files that all others depend on. */
const EVERYTHING =
  /^(model|contract|db)\/.*(?<!\.md|\.test\.ts)$|^([a-z]+\/)?package\.json$|^(package-lock\.json|vitest\.config\.ts)$/;

const OTHER_PROJECTS = /\.(process|qemu|e2e|einvoice)\.test\.ts$|^lab\/torture\/|(^|\/)conformance\.test\.ts$/;

/** Tests that run by operation. */
const CROSS_CUTTING = 'lab/cross-cutting/';

/** Cross-cutting test that takes its operations from the tables of the operator. */
const OPERATOR_TEST = `${CROSS_CUTTING}operator.test.ts`;
const OPERATOR = /^http\/(guards|chains|run)\/staff[./]|\.staff\.ts$/;

/** Tests that take at least 5 s of a core each. They run only if they changed, or if they import a changed file directly. */
const SLOW =
  /^lab\/(attack|business|examples)\/|^lab\/slices\/(renewals\/(every-day|random)|payments\/race|orders\/(unpaid|quote-equals-charge)|staff-sessions\/set-up)\.test\.ts$/;

/** File that names every kind of workflow. */
const KINDS = 'domain/workflows/kinds.ts';

/** Files that import every file of a room. A test that reaches a change only through one of them is far away. */
export const WIRING: readonly string[] = [
  'http/app.ts',
  'operations/all.gen.ts',
  'operations/all.staff.gen.ts',
  'jobs/jobs.ts',
  'workflows/all.gen.ts',
  'cli/operator/all.ts',
  'lab/app.ts',
  'lab/chain.ts',
  'lab/operator.ts',
];

/** Maximum number of test files besides changed ones. 40 slices take about 20 s on 2 quiet cores. */
export const FILE_LIMIT = 40;

/**
 * Maximum number of operations that are tested individually. Beyond it the change affects shared code, so one operation of each group is
 * tested.
 */
export const OPERATION_LIMIT = 25;

/** Returns the tests for a change. `changed` are paths from the root, deleted files included. */
export function selectTests(
  changed: readonly string[],
  files: readonly SourceFile[],
  operations: readonly NamedOperation[],
): Selection {
  const importers = importersOf(files);
  const reachable = distancesTo(changed, importers);
  const near = distancesTo(changed, importers, (file) => WIRING.includes(file) && !changed.includes(file));
  const tests = files.filter(({ path: file }) => file.endsWith('.test.ts') && !OTHER_PROJECTS.test(file));
  const isTest = new Set(tests.map((test) => test.path));
  const affectedTests = tests.filter((test) => reachable.has(test.path));
  const unreached = changed.filter(
    (file) => !isTest.has(file) && ![...distancesTo([file], importers).keys()].some((one) => isTest.has(one)),
  );

  const reason = changed.find((file) => EVERYTHING.test(file));
  if (reason !== undefined) {
    const system = affectedTests.filter(({ path: file }) => /^lab\//.test(file) && !file.startsWith(CROSS_CUTTING));
    return { files: [], operations: [], wholeFastReason: reason, skippedCount: system.length, unreached: [] };
  }

  const reached = reachedOperations(changed, files, importers, operations);
  const ranks = new Map<string, number>();
  const rank = (file: string, value: number): void => void ranks.set(file, Math.min(value, ranks.get(file) ?? value));
  for (const { path: file, text } of tests) {
    if (changed.includes(file)) rank(file, 0);
    const distance = near.get(file);
    if (changed.some((one) => isBeside(file, one))) rank(file, 1);
    if (distance === 1) rank(file, 1);
    if (changed.some((one) => isCrossCuttingOf(file, one))) rank(file, 1);
    if (SLOW.test(file) || file.startsWith(CROSS_CUTTING)) continue;
    if (reached.some((one) => isSliceOf(file, text, one))) rank(file, 2);
    if (distance !== undefined) rank(file, distance + 1);
  }
  const chosen = selectByRank(ranks);
  return {
    files: chosen,
    operations: crossCuttingOperations(changed, reached, operations),
    wholeFastReason: null,
    skippedCount: affectedTests.filter(({ path: file }) => !chosen.includes(file) && !file.startsWith(CROSS_CUTTING)).length,
    unreached: unreached.filter((file) => !chosen.some((test) => isBeside(test, file))),
  };
}

/**
 * Returns all files of rank 0, and at most `FILE_LIMIT` others, lowest rank first. A rank that does not fit is sampled from all folders.
 */
function selectByRank(ranks: ReadonlyMap<string, number>): string[] {
  const own = [...ranks].filter(([, rank]) => rank === 0).map(([file]) => file);
  const others: string[] = [];
  for (const rank of [...new Set(ranks.values())].filter((one) => one > 0).sort((a, b) => a - b)) {
    const ofRank = [...ranks].flatMap(([file, one]) => (one === rank ? [file] : [])).sort();
    others.push(...sampleEvenly(ofRank, FILE_LIMIT - others.length));
  }
  return [...own, ...others];
}

/** Takes at most `count` of a list, at equal intervals. */
function sampleEvenly(list: readonly string[], count: number): string[] {
  if (list.length <= count) return [...list];
  return list.filter((_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i + 1) * count) / list.length));
}

/**
 * Returns whether a test is beside a file: the test of the file, a test in its folder, or the test named after its folder (`golden/a.txt`:
 * golden.test.ts).
 */
function isBeside(test: string, file: string): boolean {
  const folder = path.posix.dirname(file);
  if (test === `${folder}.test.ts` || test === file.replace(/\.ts$/, '.test.ts')) return true;
  return path.posix.dirname(test) === folder && !MIXED_FOLDER.test(folder);
}

/** Folders whose files have little in common: the root, the rooms and the slices of a group. */
const MIXED_FOLDER = /^(\.|[a-z]+|lab\/slices\/[^/]+|lab\/cross-cutting)$/;

/** Returns whether a test covers what all operations share: the whole API, a guard of the same name as `file`, or the operator. */
function isCrossCuttingOf(test: string, file: string): boolean {
  if (test === OPERATOR_TEST) return OPERATOR.test(file);
  if (!isCode(file, 'http/')) return false;
  return test === 'http/app.test.ts' || test === `${CROSS_CUTTING}${path.posix.basename(file, '.ts')}.test.ts`;
}

function isSliceOf(file: string, text: string, { name, group }: NamedOperation): boolean {
  const folder = `lab/slices/${group}`;
  return (file.startsWith(`${folder}/`) || file === `${folder}.test.ts`) && callsOperation(text, name);
}

/** Returns operations whose function imports a changed file, or starts a workflow that does. */
function reachedOperations(
  changed: readonly string[],
  files: readonly SourceFile[],
  importers: Importers,
  operations: readonly NamedOperation[],
): NamedOperation[] {
  const near = distancesTo([...changed, ...startersOf(changed, files, importers)], importers, (file) => WIRING.includes(file));
  const reached = files.filter(({ path: file }) => isCode(file, 'operations/') && near.has(file) && !WIRING.includes(file));
  return operations.filter(({ name }) =>
    reached.some(({ text }) => new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm').test(text)),
  );
}

/** Returns files that name the kind of a workflow which imports a changed file. Code that starts a workflow does not import it. */
function startersOf(changed: readonly string[], files: readonly SourceFile[], importers: Importers): string[] {
  const inWorkflows = changed.filter((file) => isCode(file, 'workflows/'));
  const near = distancesTo(inWorkflows, importers, (file) => WIRING.includes(file));
  const kinds = files.flatMap(({ path: file, text }) =>
    near.has(file) && isCode(file, 'workflows/')
      ? [...text.matchAll(/^ {2}kind: ('[a-z.-]+'),$/gm)].map(([, kind = '']) => kind)
      : [],
  );
  return files.flatMap(({ path: file, text }) =>
    /^(operations|domain)\//.test(file) && isCode(file, '') && file !== KINDS && kinds.some((kind) => text.includes(kind))
      ? [file]
      : [],
  );
}

function isCode(file: string, room: string): boolean {
  return file.startsWith(room) && !file.endsWith('.test.ts');
}

/**
 * Returns the reached operations. Returns one of each group if they exceed the limit, or if a change of http/ affects no particular
 * operation.
 */
function crossCuttingOperations(
  changed: readonly string[],
  reached: readonly NamedOperation[],
  operations: readonly NamedOperation[],
): string[] {
  const isGeneral = reached.length === 0 && changed.some((file) => isCode(file, 'http/'));
  if (reached.length > 0 && reached.length <= OPERATION_LIMIT) return reached.map(({ name }) => name);
  if (reached.length === 0 && !isGeneral) return [];
  const first = new Map<string, string>();
  for (const { name, group } of reached.length > 0 ? reached : operations) if (!first.has(group)) first.set(group, name);
  return [...first.values()];
}
