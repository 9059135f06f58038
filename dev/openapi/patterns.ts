/**
 * Checks that clients in other languages can use the patterns. A validator that cannot compile one pattern refuses the whole document.
 *
 * Each pattern is compiled by JavaScript without flags, also between slashes as generators write it, by Python's `re`, and by RE2.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import vm from 'node:vm';
import { MAX_PATTERN_LENGTH } from '@innkeeper/contract/openapi/schemas';
import { TOOLS } from './tools.ts';

/** Constructs such as look-around, which only some engines support. */
const NOT_PORTABLE = /\\[pPkbBAzZ1-9]|\(\?(?!:)/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns each pattern of a document once, with one of its locations. */
export function patternsOf(value: Json, at = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'pattern' && typeof inner === 'string') found.set(inner, found.get(inner) ?? at);
    else patternsOf(inner, `${at}/${key}`, found);
  }
  return found;
}

/** Returns the problem of a pattern that JavaScript can find, or `undefined`. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `is longer than ${MAX_PATTERN_LENGTH} characters`;
  if (NOT_PORTABLE.test(pattern)) return 'has what not every engine knows';
  try {
    new vm.Script(`/${pattern}/`);
    return undefined;
  } catch (error) {
    return `is refused by JavaScript: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Refused patterns with the engine's message. */
type Refused = Map<string, string>;

/** Returns the patterns that Python refuses, or `undefined` without Python. */
export async function refusedByPython(patterns: readonly string[]): Promise<Refused | undefined> {
  return refusedBy('python3', ['-c', PYTHON], patterns);
}

const PYTHON = `
import json, re, sys
refused = []
for pattern in json.load(sys.stdin):
    try:
        re.compile(pattern)
    except re.error as error:
        refused.append([pattern, str(error)])
print(json.dumps(refused))
`;

/** Returns the patterns that RE2 refuses. Needs the tools (`installTools`). */
export async function refusedByRe2(root: string, patterns: readonly string[]): Promise<Refused> {
  return (await refusedBy(process.execPath, [path.join(root, TOOLS, 're2.mjs')], patterns)) ?? new Map();
}

/** Runs a program with the patterns. Returns `undefined` if the program is missing. */
async function refusedBy(program: string, args: string[], patterns: readonly string[]): Promise<Refused | undefined> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, (error, stdout) => {
      if (error && 'code' in error && error.code === 'ENOENT') resolve(undefined);
      else if (error) reject(error);
      else resolve(new Map(JSON.parse(stdout) as [string, string][]));
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(patterns));
  });
}
