/** Reads catalogue.yaml and reports every error with its line, column and a sentence. */

import type { Field } from '@innkeeper/model/catalogue/fields';
import {
  type Catalogue,
  type Entry,
  SECTION_NAMES,
  SECTIONS,
  SINGLE_NAMES,
  SINGLES,
  sectionOf,
} from '@innkeeper/model/catalogue/sections';
import { ADDON_KINDS, type AddonKind } from '@innkeeper/model/services/addons';
import { type Document, isMap, isNode, isPair, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

export interface CatalogueError {
  /** Line, starting at 1. `column` also starts at 1. */
  line: number;
  column: number;
  sentence: string;
}

type Path = readonly (string | number)[];
type Issue = { path: Path; sentence: string };

/** Returns the catalogue, or all errors of the file in their order. */
export function parseCatalogue(file: string): { catalogue: Catalogue } | { errors: CatalogueError[] } {
  const lines = new LineCounter();
  // Scalars stay text: 3.10 is not a float, and `no` is not a boolean.
  const document = parseDocument(file, { schema: 'failsafe', lineCounter: lines });
  if (document.errors.length > 0)
    return {
      errors: document.errors.map(({ linePos, message }) => ({
        line: linePos?.[0].line ?? 1,
        column: linePos?.[0].col ?? 1,
        sentence: message.split('\n')[0] ?? message,
      })),
    };
  const read = FILE.safeParse(document.toJS() ?? {});
  // The schema guarantees these sections and fields.
  const catalogue = read.data as unknown as Catalogue;
  const issues = read.success ? conflictsIn(catalogue) : issuesOf(read.error);
  if (issues.length === 0) return { catalogue };
  const errors = issues.map(({ path, sentence }) => {
    const { line, col } = lines.linePos(offsetOf(document, path));
    return { line, column: col, sentence: `${path.join('.') || 'The file'}: ${sentence}` };
  });
  return { errors: errors.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

/** Returns the schema of a field. An error that its `read` throws becomes an issue with that sentence. */
const schemaOf = ({ read, byDefault }: Field) => {
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      try {
        if (given === undefined && byDefault !== undefined) return byDefault;
        if (given === undefined) throw new RangeError('This field is required.');
        return read(given);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    });
};

const entryOf = (fields: readonly Field[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])));

const FILE = z.strictObject({
  ...Object.fromEntries(SECTION_NAMES.map((name) => [name, z.array(entryOf(SECTIONS[name].fields), 'Must be a list.')])),
  ...Object.fromEntries(SINGLE_NAMES.map((name) => [name, entryOf(SINGLES[name]).optional()])),
});

function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path as Path;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], sentence: `This field is unknown. ${knownFields(path)}` }));
    if ('input' in issue && issue.input === undefined && path.length > 0) return [{ path, sentence: 'This field is required.' }];
    return [{ path, sentence: issue.message }];
  });
}

/** Returns a sentence with the fields that the part of the file at `path` can have. */
function knownFields([section]: Path): string {
  const fields = [...Object.entries(SECTIONS), ...Object.entries(SINGLES).map(([name, all]) => [name, { fields: all }] as const)];
  const found = fields.find(([name]) => name === section)?.[1].fields;
  const names = found ? found.map(({ name }) => name) : fields.map(([name]) => name);
  return `Known: ${names.join(', ')}.`;
}

/** Returns the issues that concern more than one field. */
function conflictsIn(catalogue: Catalogue): Issue[] {
  const issues: Issue[] = [];
  for (const name of SECTION_NAMES) {
    const { key } = sectionOf(name);
    const seen = new Set<string>();
    for (const [i, entry] of catalogue[name].entries()) {
      const uniqueKey = `${String(entry[key]).toLowerCase()}${name === 'vat_rates' ? ` ${String(entry.from)}` : ''}`;
      if (seen.has(uniqueKey))
        issues.push({ path: [name, i, key], sentence: `${String(entry[key])} occurs twice. Remove one of them.` });
      seen.add(uniqueKey);
    }
  }
  const plans = catalogue.plans.map((plan) => plan.key);
  for (const name of ['addons', 'promo_codes'] as const)
    for (const [i, { plans: planKeys }] of catalogue[name].entries())
      for (const [j, plan] of ((planKeys ?? []) as string[]).entries())
        if (!plans.includes(plan))
          issues.push({ path: [name, i, 'plans', j], sentence: `Plan ${plan} does not exist in this file.` });
  issues.push(...catalogue.addons.flatMap(checkAddonKey));
  for (const [i, { valid_from: from, valid_until: until }] of catalogue.promo_codes.entries())
    if (from instanceof Date && until instanceof Date && until <= from)
      issues.push({ path: ['promo_codes', i, 'valid_until'], sentence: 'Must be after valid_from.' });
  for (const [i, { response_minutes: within, credit_percentage: credited }] of catalogue.support_plans.entries())
    if (within === null && credited !== 0)
      issues.push({
        path: ['support_plans', i, 'credit_percentage'],
        sentence: 'Must be set only for plans with response_minutes.',
      });
  const { support_hours: calendar } = catalogue;
  if (calendar && Object.entries(calendar).every(([name, hours]) => !name.endsWith('day') || hours === 'closed'))
    issues.push({ path: ['support_hours'], sentence: 'Must be open on at least one day.' });
  for (const [i, { minimum, maximum }] of catalogue.payment_methods.entries())
    if (typeof minimum === 'bigint' && typeof maximum === 'bigint' && maximum < minimum)
      issues.push({ path: ['payment_methods', i, 'maximum'], sentence: 'Must not be less than minimum.' });
  return issues;
}

/**
 * Returns an issue if the key of an addon does not match its kind. Orders have a separate field for most addons, so these need fixed keys.
 */
function checkAddonKey({ key, kind }: Entry, i: number): Issue[] {
  const { keys } = ADDON_KINDS[kind as AddonKind];
  const own: readonly string[] = Object.values(ADDON_KINDS).flatMap((one) => [...(one.keys ?? [])]);
  const wrong = keys === null ? own.includes(String(key)) : !(keys as readonly string[]).includes(String(key));
  const message = keys === null ? `Must not be one of ${own.join(', ')}.` : `Must be ${keys.join(' or ')} for this kind.`;
  return wrong ? [{ path: ['addons', i, 'key'], sentence: message }] : [];
}

/** Returns the offset in the file of a path, or of its nearest existing parent. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const last = path[length - 1];
    const within = length === 1 ? document.contents : parent;
    if (isMap(within)) {
      const pair = within.items.find((item) => isPair(item) && String(item.key) === String(last));
      const at = pair && isNode(pair.key) ? pair.key.range?.[0] : undefined;
      if (at !== undefined) return at;
    }
    if (isSeq(within)) {
      const item = within.items[Number(last)];
      const at = isNode(item) ? item.range?.[0] : undefined;
      if (at !== undefined) return at;
    }
  }
  return document.contents?.range?.[0] ?? 0;
}
