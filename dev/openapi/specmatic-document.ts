/** Reduces the OpenAPI document for Specmatic to the wanted operations and existing ids. */
import { isMutation } from '@innkeeper/contract/define';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';

interface Parameter {
  name?: string;
  in?: string;
  schema?: { type?: unknown; anyOf?: unknown; pattern?: unknown; enum?: unknown[] };
}
interface Described {
  operationId: OperationName;
  parameters: Parameter[];
  responses: Record<string, unknown>;
}
export interface Document {
  paths: Record<string, Record<string, Described>>;
  security: Record<string, unknown>[];
  components: {
    securitySchemes: Record<string, unknown>;
    responses: Record<string, { content?: Record<string, { examples?: unknown }> }>;
  };
}

/** Ids by the kind of resource in a path: `server`, `ssh_key`. */
export type Ids = Readonly<Record<string, number | string>>;

export function specmaticDocument(document: Document, matches: (name: OperationName) => boolean, ids: Ids): Document {
  const names = new Set(OPERATION_NAMES.filter((name) => isJson(name) && matches(name)));
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, { operationId }]) => names.has(operationId));
    return [path, Object.fromEntries(kept.map(([method, described]) => [method, withIds(described, ids)]))] as const;
  });
  return {
    ...document,
    paths: Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0)),
    // Specmatic knows no cookies.
    security: document.security.filter(({ bearer }) => bearer !== undefined),
    components: {
      ...document.components,
      securitySchemes: { bearer: document.components.securitySchemes.bearer },
      responses: withoutExamples(document.components.responses),
    },
  };
}

/** Returns whether an operation replies with JSON, or with nothing. Specmatic reads no files, and no streams of events. */
function isJson(name: OperationName): boolean {
  const { reply } = operationOf(name);
  return !reply.events && reply.contentType === undefined;
}

function withIds(described: Described, ids: Ids): Described {
  const { resources = [] } = operationOf(described.operationId);
  const parameters = described.parameters.flatMap((parameter) => {
    if (parameter.in !== 'path') return isUnderstood(parameter) ? [parameter] : [];
    const kind = resources.find(({ param }) => param === parameter.name)?.kind;
    if (kind === undefined) return [parameter];
    const id = ids[kind];
    if (id === undefined) throw new Error(`${described.operationId} needs an existing ${kind}`);
    return [{ ...parameter, example: id, schema: { type: typeof id === 'number' ? 'integer' : 'string', enum: [id] } }];
  });
  return {
    ...described,
    parameters,
    responses: isMutation(operationOf(described.operationId)) ? judged(described) : described.responses,
  };
}

/**
 * Returns the replies to check. For a change these are only successes and refusals of the input. A change that should be refused must not
 * pass because its resource is missing, or locked by the previous test.
 */
function judged({ responses }: Described): Described['responses'] {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => /^2|413|422/.test(status)));
}

/**
 * Returns whether Specmatic can handle a parameter. It sends lists as repeated parameters whatever their style, and supports no rule
 * between two fields. For alternative formats it sends any text, and for a pattern with `\x1f` it sends invalid texts.
 */
function isUnderstood({ name = '', in: place, schema = {} }: Parameter): boolean {
  if (place !== 'query') return true;
  const { type, anyOf, pattern } = schema;
  const dependsOnAnother = /^filter\[(start|end|month|year|resource_id)\]$/.test(name);
  return type !== 'array' && anyOf === undefined && !dependsOnAnother && !String(pattern).includes('\\x');
}

/** Removes examples of replies. Specmatic uses them as examples of requests of the same name, which refusals lack. */
function withoutExamples(responses: Document['components']['responses']): Document['components']['responses'] {
  const entries = Object.entries(responses).map(([name, { content = {}, ...rest }]) => {
    const bare = Object.entries(content).map(([type, { examples: _dropped, ...media }]) => [type, media]);
    return [name, { ...rest, content: Object.fromEntries(bare) }] as const;
  });
  return Object.fromEntries(entries);
}
