/**
 * Checks XML with the public rules of EN 16931. The rules are third-party files beside the project. Tests report when they are missing,
 * because they then check nothing.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@innkeeper/apps/installation/home';
import SaxonJS from 'saxon-js';

/** Directory of the rules: `shared/einvoice` beside the project. Overridden by `INNKEEPER_EINVOICE`. */
export const RULES = path.resolve(projectRoot, process.env.INNKEEPER_EINVOICE ?? '../shared/einvoice');

export type Syntax = 'ubl' | 'cii';

export interface Violation {
  rule: string;
  text: string;
}

/** Returns the rules that a document violates, without warnings. */
export type Checker = (xml: string) => Violation[];

/** Returns whether the rules are present, and prints an error if not. */
export function areRulesThere(): boolean {
  if (existsSync(path.join(RULES, 'rules/ubl.xslt'))) return true;
  console.error(`\n*** NOT PROVEN: the rules of EN 16931 are not in ${RULES}, so no electronic invoice was checked. ***\n`);
  return false;
}

/** Opens a checker for a syntax and compiles its rules if necessary. */
export async function openChecker(syntax: Syntax): Promise<Checker> {
  const stylesheetInternal = JSON.parse(await readFile(await compiledRules(syntax), 'utf8')) as object;
  return (sourceText) => {
    const { principalResult } = SaxonJS.transform({ stylesheetInternal, sourceText, destination: 'serialized' }, 'sync');
    return violationsIn(principalResult);
  };
}

/** Compiles the rules, which takes 20 s, and caches the result by the hash of the rules. */
async function compiledRules(syntax: Syntax): Promise<string> {
  const source = path.join(RULES, `rules/${syntax}.xslt`);
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 16);
  const directory = path.join(projectRoot, 'build/einvoice');
  const file = path.join(directory, `${syntax}-${hash}.sef.json`);
  if (existsSync(file)) return file;
  await mkdir(directory, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const require = createRequire(import.meta.url);
  const compiler = require.resolve('xslt3/xslt3.js');
  await promisify(execFile)(process.execPath, [compiler, `-xsl:${source}`, `-export:${unfinished}`, '-nogo']);
  await rename(unfinished, file);
  return file;
}

/** Parses the report of the rules (SVRL). */
function violationsIn(report: string): Violation[] {
  return [...report.matchAll(/<svrl:failed-assert\b([^>]*)>([\s\S]*?)<\/svrl:failed-assert>/g)].flatMap(
    ([, attributes = '', inside = '']) => {
      const attribute = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      if (attribute('flag') !== 'fatal') return [];
      return [
        {
          rule: attribute('id'),
          text: inside
            .replace(/<[^>]*>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        },
      ];
    },
  );
}
