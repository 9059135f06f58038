/** Proves that the console refuses the same values as the API, with the same sentences, at the limits of every field. */
import { findIssues } from '@innkeeper/console/web/rules/check-field';
import type { FieldRule } from '@innkeeper/console/web/rules/field';
import { checkBody } from '@innkeeper/contract/bodies';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { sentenceOf } from '@innkeeper/contract/validation-messages';
import { describe, expect, it } from 'vitest';
import { rulesOf } from './rules.ts';

const WITH_BODY = OPERATION_NAMES.filter((name) => operationOf(name).body !== undefined);

describe.each(WITH_BODY)('%s', (name) => {
  const { body, bodyKind } = operationOf(name);
  const fields = Object.entries(body === undefined ? {} : rulesOf(body));
  it.each(fields)('refuses the values of %s that the API refuses, in its words', (field, rule) => {
    // A multipart form has texts only.
    const isSendable = (value: unknown) => bodyKind === 'json' || value === undefined || typeof value === typeof exampleOf(rule);
    for (const value of valuesAround(rule).filter((one) => isSendable(one) && !isConvertedByApi(one, rule))) {
      const here = sentencesByPath(findIssues(value, rule));
      const { sentences, ofApiOnly } = refusedByApi(name, field, value);
      // A refinement of the API can add sentences, but never remove one.
      for (const path of Object.keys(sentences)) {
        const others = (sentences[path] ?? []).filter((text) => here[path]?.includes(text) || !ofApiOnly.has(text));
        if (others.length > 0) sentences[path] = others;
        else delete sentences[path];
      }
      expect([value, here]).toEqual([value, sentences]);
    }
  });
});

it('compares hundreds of values with sentences of every kind', () => {
  const all = WITH_BODY.flatMap((name) => {
    const { body } = operationOf(name);
    const rules = body === undefined ? [] : Object.values(rulesOf(body));
    return rules.flatMap((rule) => valuesAround(rule).flatMap((value) => findIssues(value, rule).map(({ limit }) => limit)));
  });
  expect(all.length).toBeGreaterThan(500);
  const kinds = ['required', 'type', 'enum', 'anyOf', 'pattern', 'min', 'max', 'minLength', 'maxLength', 'minItems', 'maxItems'];
  expect(kinds.filter((kind) => !all.some((limit) => limit === kind))).toEqual([]);
});

function sentencesByPath(issues: ReturnType<typeof findIssues>): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { path, sentence } of issues) {
    found[path] ??= [];
    if (!found[path].includes(sentence)) found[path].push(sentence);
  }
  return found;
}

/** Returns the sentences of the API about a field, and those of rules that only the API has: refinements and formats without a pattern. */
function refusedByApi(name: OperationName, field: string, value: unknown) {
  const entry = operationOf(name);
  const isForm = entry.bodyKind === 'multipart';
  const given = { [field]: isForm && typeof value === 'number' ? String(value) : value };
  const checked = checkBody(entry, given);
  const errors = Object.entries(checked.ok ? {} : checked.errors).flatMap(([key, sentences]) =>
    key === field
      ? [['', sentences] as const]
      : key.startsWith(`${field}.`)
        ? [[key.slice(field.length + 1), sentences] as const]
        : [],
  );
  // `null` counts as omitted.
  const parsed = entry.body?.safeParse(value === null ? {} : given, { error: sentenceOf });
  const ofApiOnly = new Set<string>();
  for (const issue of parsed?.error?.issues ?? []) collectApiOnly(issue, ofApiOnly);
  return { sentences: Object.fromEntries(errors), ofApiOnly };
}

type Issue = { code?: string | undefined; message: string; format?: unknown; errors?: unknown };

function collectApiOnly(issue: Issue, found: Set<string>): boolean {
  const isOfApi =
    issue.code === 'custom' || (issue.code === 'invalid_format' && !['regex', 'email'].includes(String(issue.format)));
  const inner = ((issue.errors ?? []) as Issue[][]).flat().map((one) => collectApiOnly(one, found));
  if (isOfApi || inner.includes(true)) found.add(issue.message);
  return isOfApi || inner.includes(true);
}

/** Returns values on both sides of each limit, and values of other types. */
function valuesAround(rule: FieldRule): unknown[] {
  const others: unknown[] = [undefined, null, 7.5, true, {}];
  if (rule.anyOf) return [...others, ...rule.anyOf.flatMap(valuesAround)];
  if (rule.enum) return [...others, ...rule.enum, 'another'];
  if (rule.type === 'string') return [...others, ...textsAround(rule)];
  if (rule.type === 'integer' || rule.type === 'number') {
    const { min = -9, max = 9 } = rule;
    return [...others, 'text', min - 1, min, min + 1, max - 1, max, max + 1];
  }
  if (rule.type === 'array') return [...others, ...listsAround(rule)];
  if (rule.type === 'object') return [...others, 'text', ...objectsAround(rule)];
  return others;
}

function textsAround({ minLength = 0, maxLength = 300 }: FieldRule): string[] {
  const lengths = [0, 1, minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  return [
    ...lengths.flatMap((length) => ['a'.repeat(length), '1'.repeat(length), ` ${'a'.repeat(length)}\n`]),
    ...['a\u0001b', 'a\nb', 'a\tb', 'a_b', 'a b', 'ä', 'web-1.example.com', 'web-1.', '#!/bin/sh\r\n', ' #!/bin/sh'],
    ...['ada@example.com', ' ada@example.com ', 'ada@exämple.com', 'ada@', 'https://example.com', '192.0.2.1', '2001:db8::/32'],
    ...['123456', ' 123 456', '12345', 'abcd-ef01-2345', '8000-8100', '+43 1 2345678', 'en', 'JBSWY3DPEHPK3PXP'],
  ];
}

function listsAround({ minItems = 0, maxItems = 3, items = {} }: FieldRule): unknown[][] {
  const all = valuesAround(items).filter((value) => value !== undefined);
  const right = all.filter((value) => findIssues(value, items).length === 0);
  const ofLength = (length: number) => Array.from({ length }, (_, i) => right[i % Math.max(1, right.length)]);
  const lengths = [0, minItems - 1, minItems, maxItems, maxItems + 1].filter((length) => length >= 0);
  return [...lengths.map(ofLength), ...all.map((value) => [value])];
}

function objectsAround({ fields = {} }: FieldRule): object[] {
  const base = Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, rightValue(rule)]));
  return [
    base,
    ...Object.entries(fields).flatMap(([name, rule]) => valuesAround(rule).map((value) => ({ ...base, [name]: value }))),
  ];
}

/** Returns whether only the API can convert a text, so that only the API checks it. */
function isConvertedByApi(value: unknown, { converts, anyOf = [] }: FieldRule): boolean {
  if (anyOf.some((form) => isConvertedByApi(value, form))) return true;
  if (typeof value !== 'string') return false;
  return (converts === 'domain' && /\P{ASCII}/u.test(value)) || (converts === 'script' && /\r|^\s/.test(value));
}

const exampleOf = ({ type }: FieldRule): unknown => (type === 'integer' ? 1 : 'text');

const rightValue = (rule: FieldRule): unknown => valuesAround(rule).find((value) => findIssues(value, rule).length === 0);
