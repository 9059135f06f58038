/** Converts the schema of a request field to its rule in the console, with the sentences of the API. */

import type { FieldRule, FieldRules, Limit, TextConversion } from '@innkeeper/console/web/rules/field';
import { fieldsIgnoringNull } from '@innkeeper/contract/bodies';
import { NOT_VALID, notAmong, REQUIRED, tooBig, tooSmall, wrongType } from '@innkeeper/model/requests/field-sentences';

type Body = Parameters<typeof fieldsIgnoringNull>[0];
type Schema = Pick<Body, '_zod'>;
type Says = Partial<Record<Limit, string>>;

/** Properties of a schema or check of zod that limits are made from. */
interface Definition {
  type: string;
  check?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  value?: number;
  inclusive?: boolean;
  pattern?: RegExp;
  tx?: (text: string) => string;
  innerType: Schema;
  element: Schema;
  in: Schema;
  out: Schema;
  values: unknown[];
  entries: Record<string, string>;
  options: Schema[];
  shape: Record<string, Schema>;
  checks?: { _zod: { def: Definition } }[];
  error?: (issue: { code: string; input: unknown }) => string | { message: string } | undefined | null;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** Returns the rules of the fields of a body. A field for which `null` counts as omitted is nullable. */
export function rulesOf(body: Body): FieldRules {
  const ignoringNull = fieldsIgnoringNull(body);
  return Object.fromEntries(
    Object.entries(definitionOf(body).shape).map(([name, field]) => [
      name,
      { ...ruleOf(field), ...(ignoringNull.has(name) && { nullable: true as const }) },
    ]),
  );
}

/** Returns the rule of a field. A format or refinement that JSON Schema cannot express stays with the API. */
function ruleOf(schema: Schema): FieldRule {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'default':
      return optional(ruleOf(definition.innerType));
    case 'nullable':
      return { ...ruleOf(definition.innerType), nullable: true };
    case 'pipe':
      // A form sends a number as text, which the API converts and then checks as a number.
      return ruleOf(definitionOf(definition.out).type === 'transform' ? definition.in : definition.out);
    default:
      return { required: true, ...limitsOf(definition) };
  }
}

/** Returns a rule without its requirement, for a value that is optional or always there. */
function optional({ required: _required, says: { required: _sentence, ...says } = {}, ...rule }: FieldRule): FieldRule {
  return { ...rule, ...saying(says) };
}

function limitsOf(definition: Definition): FieldRule {
  const { error } = definition;
  const required = sentence(error, undefined, REQUIRED);
  switch (definition.type) {
    case 'string':
      return textRule(definition, required);
    case 'number':
      return numberRule(definition, required);
    case 'boolean':
      return { type: 'boolean', ...saying({ required, type: sentence(error, '', wrongType('boolean')) }) };
    case 'enum':
      return choiceRule(Object.values(definition.entries), error, required);
    case 'literal':
      return choiceRule(definition.values, error, required);
    case 'array':
      return listRule(definition, required);
    case 'object': {
      const fields = Object.fromEntries(Object.entries(definition.shape).map(([name, field]) => [name, ruleOf(field)]));
      return { type: 'object', fields, ...saying({ required, type: sentence(error, '', wrongType('object')) }) };
    }
    case 'union':
      return unionRule(definition.options, error, required);
    // Only the API checks the keys and values of a record.
    case 'record':
      return { type: 'object', ...saying({ required, type: sentence(error, '', wrongType('object')) }) };
    default:
      throw new Error(`no rule for ${definition.type}`);
  }
}

function textRule({ error, checks = [], format }: Definition, required: string | undefined): FieldRule {
  // Formats such as addresses of networks need more than a pattern.
  const says: Says = { required, type: sentence(error, 0, wrongType('string')) };
  const rule: FieldRule = { type: 'string' };
  if (format !== undefined && checks.length === 0) return { ...rule, ...saying(says) };
  const conversion = conversionOf(checks.flatMap(({ _zod: { def } }) => def.tx ?? []));
  if (conversion !== undefined) rule.converts = conversion;
  for (const { _zod } of checks) {
    const { check, minimum, maximum, pattern, error: own } = _zod.def;
    if (check === 'min_length' && minimum) {
      rule.minLength = minimum;
      says.minLength = sentence(own ?? error, '', tooSmall('string', minimum));
    } else if (check === 'max_length' && maximum !== undefined) {
      rule.maxLength = maximum;
      says.maxLength = sentence(own ?? error, '', tooBig('string', maximum));
    } else if (check === 'string_format' && pattern !== undefined) {
      if (rule.pattern !== undefined || pattern.flags !== '')
        throw new Error(`no rule for a second pattern or flags: ${pattern}`);
      rule.pattern = pattern.source;
      says.pattern = sentence(own ?? error, '', NOT_VALID);
    }
  }
  return { ...rule, ...saying(says) };
}

function numberRule({ error, checks = [], format }: Definition, required: string | undefined): FieldRule {
  const type = format === 'safeint' ? 'integer' : 'number';
  const rule: FieldRule = { type };
  const says: Says = { required, type: sentence(error, '', wrongType('number')) };
  for (const { _zod } of checks) {
    const { check, value, inclusive, error: own } = _zod.def;
    if (value === undefined) continue;
    if (inclusive !== true) throw new Error('no rule for an exclusive limit');
    if (check === 'greater_than') {
      rule.min = value;
      says.min = sentence(own ?? error, 0, tooSmall('number', value));
    } else if (check === 'less_than') {
      rule.max = value;
      says.max = sentence(own ?? error, 0, tooBig('number', value));
    }
  }
  return { ...rule, ...saying(says) };
}

function listRule({ error, checks = [], element }: Definition, required: string | undefined): FieldRule {
  const rule: FieldRule = { type: 'array', items: optional(ruleOf(element)) };
  const says: Says = { required, type: sentence(error, '', wrongType('array')) };
  for (const { _zod } of checks) {
    const { check, minimum, maximum, error: own } = _zod.def;
    if (check === 'min_length' && minimum) {
      rule.minItems = minimum;
      says.minItems = sentence(own ?? error, [], tooSmall('array', minimum));
    } else if (check === 'max_length' && maximum !== undefined) {
      rule.maxItems = maximum;
      says.maxItems = sentence(own ?? error, [], tooBig('array', maximum));
    }
  }
  return { ...rule, ...saying(says) };
}

/** Returns the rule of a value with several forms. Forms that differ only for the API are one. */
function unionRule(options: readonly Schema[], error: Definition['error'], required: string | undefined): FieldRule {
  const given = options.filter((option) => definitionOf(option).type !== 'null');
  const forms = given.map((option) => optional(ruleOf(option)));
  const [first, ...others] = new Map(forms.map((form) => [JSON.stringify(form), form])).values();
  const own = sentence(error, 0, NOT_VALID);
  return {
    ...(first !== undefined && others.length === 0
      ? { ...first, ...saying({ required, type: own }) }
      : { anyOf: forms, ...saying({ required, anyOf: own }) }),
    ...(given.length < options.length && { nullable: true as const }),
  };
}

function choiceRule(values: readonly unknown[], error: Definition['error'], required: string | undefined): FieldRule {
  return { enum: values, ...saying({ required, enum: sentence(error, '', notAmong(values)) }) };
}

/** Returns the sentence of a schema or check for a value, or `undefined` if it is the general one. A check without one has that of its schema. */
function sentence(error: Definition['error'], input: unknown, general: string): string | undefined {
  const own = error?.({ code: 'custom', input });
  const text = typeof own === 'string' ? own : own?.message;
  return text === general ? undefined : text;
}

function saying(says: Says): FieldRule {
  const own = Object.fromEntries(Object.entries(says).filter(([, text]) => text !== undefined));
  return Object.keys(own).length === 0 ? {} : { says: own };
}

/** Texts that tell conversions apart, and their results. */
const PROBES = [' a b. ', 'a.', 'a@ä.example', 'a\r\n', ' #!'] as const;
const CONVERSIONS: Readonly<Record<TextConversion, readonly string[]>> = {
  trim: ['a b.', 'a.', 'a@ä.example', 'a', '#!'],
  join: ['ab.', 'a.', 'a@ä.example', 'a', '#!'],
  domain: [' a b. ', 'a.', 'a@xn--4ca.example', 'a\r\n', ' #!'],
  name: ['a b', 'a', 'a@ä.example', 'a', '#!'],
  script: [' a b. ', 'a.', 'a@ä.example', 'a\n', '#!'],
};

/** Returns the name of what these functions do together. Throws for a conversion without a name. */
function conversionOf(functions: readonly ((text: string) => string)[]): TextConversion | undefined {
  const results = PROBES.map((text) => functions.reduce((converted, convert) => convert(converted), text as string));
  if (results.every((text, i) => text === PROBES[i])) return undefined;
  const names = Object.keys(CONVERSIONS) as TextConversion[];
  const found = names.find((name) => CONVERSIONS[name].every((text, i) => text === results[i]));
  if (found === undefined) throw new Error(`no name for the conversion to ${JSON.stringify(results)}`);
  return found;
}
