/** Checks a value against the limits of its field, with the sentences of the API. Pure. */
import { NOT_VALID, notAmong, REQUIRED, tooBig, tooSmall, wrongType } from '@innkeeper/model/requests/field-sentences';
import type { FieldRule, Limit, TextConversion } from './field.ts';

export interface FieldIssue {
  /** Fields and indexes below the checked value, in dot form. Empty for the value itself. */
  path: string;
  sentence: string;
  limit: Limit;
}

/** Returns the sentences of the API about a value, or `undefined` if it keeps all limits. */
export function checkField(value: unknown, rule: FieldRule): string | undefined {
  const sentences = new Set(findIssues(value, rule).map(({ sentence }) => sentence));
  return sentences.size === 0 ? undefined : [...sentences].join(' ');
}

/** Returns what the API refuses about a value, in the same order. `undefined` is a field that is not sent. */
export function findIssues(value: unknown, rule: FieldRule, path = ''): FieldIssue[] {
  const broken = (limit: Limit, general: string): FieldIssue => ({ path, sentence: rule.says?.[limit] ?? general, limit });
  if (value === undefined) return rule.required ? [broken('required', REQUIRED)] : [];
  if (value === null && rule.nullable) return [];
  if (rule.anyOf) return issuesOfForms(value, rule.anyOf, path) ?? [broken('anyOf', NOT_VALID)];
  if (rule.enum) return rule.enum.includes(value) ? [] : [broken('enum', notAmong(rule.enum))];
  if (!isOfType(value, rule.type)) return [broken('type', wrongType(rule.type === 'integer' ? 'number' : (rule.type ?? '')))];
  if (rule.type === 'integer' && !Number.isSafeInteger(value)) return [broken('type', wrongType('int'))];
  const issues: FieldIssue[] = [];
  const within = (size: number, origin: string, lower: Limit & keyof FieldRule, upper: Limit & keyof FieldRule) => {
    const { [lower]: least, [upper]: most } = rule;
    if (typeof least === 'number' && size < least) issues.push(broken(lower, tooSmall(origin, least)));
    if (typeof most === 'number' && size > most) issues.push(broken(upper, tooBig(origin, most)));
  };
  if (typeof value === 'number') within(value, 'number', 'min', 'max');
  if (typeof value === 'string') {
    const text = convert(value, rule.converts);
    if (text === undefined) return [];
    within(text.length, 'string', 'minLength', 'maxLength');
    if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(text)) issues.push(broken('pattern', NOT_VALID));
  }
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) {
    const { items } = rule;
    if (items) issues.push(...value.flatMap((item: unknown, i) => findIssues(item ?? null, items, below(i))));
    within(value.length, 'array', 'minItems', 'maxItems');
  } else if (typeof value === 'object' && value !== null) {
    const given = new Map<string, unknown>(Object.entries(value));
    for (const [name, field] of Object.entries(rule.fields ?? {}))
      issues.push(...findIssues(given.get(name), field, below(name)));
  }
  return issues;
}

/** Returns the issues of the form that the value was meant to have. Returns `undefined` if it could be none of them, or several. */
function issuesOfForms(value: unknown, forms: readonly FieldRule[], path: string): FieldIssue[] | undefined {
  const found = forms.map((form) => findIssues(value, form, path));
  if (found.some((issues) => issues.length === 0)) return [];
  const ofRightType = found.filter((issues) =>
    issues.every(({ limit }) => !['type', 'enum', 'anyOf', 'required'].includes(limit)),
  );
  if (ofRightType.length === 1) return ofRightType[0];
  const meant = found.filter((issues) => !issues.some((issue) => issue.limit === 'type' && issue.path === path));
  return meant.length === 1 ? meant[0] : undefined;
}

function isOfType(value: unknown, type: FieldRule['type']): boolean {
  if (type === undefined) return true;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}

/** Returns the text after the conversion of the API, or `undefined` if only the API can convert it. */
function convert(text: string, conversion: TextConversion | undefined): string | undefined {
  switch (conversion) {
    case 'trim':
      return text.trim();
    case 'join':
      return text.replaceAll(/\s/g, '');
    case 'domain':
      return /\P{ASCII}/u.test(text) ? undefined : text;
    case 'name':
      return text.trim().replace(/\.$/, '');
    case 'script':
      return /\r|^\s/.test(text) ? undefined : text;
    default:
      return text;
  }
}
