/**
 * Generates `sdk/api.gen.ts`: the inputs and outputs of a client as types with descriptions, so that the package needs no other package.
 */
import { fieldsWithoutQuote } from '@innkeeper/contract/bodies';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { comment, declaration, fields, type Schema, typeOf } from './types.ts';

/** The used parts of an OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface Described {
  summary: string;
  description: string;
  parameters: { $ref?: string; name: string; in: string; description?: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Types of refusals, which callers receive as errors with their own classes. */
const REFUSALS = ['ApiError', 'ValidationError', 'Locked', 'RateLimited'];

export function apiTypes(document: Document): string {
  const types = Object.entries(document.components.schemas).filter(([name]) => !REFUSALS.includes(name));
  return [
    '/** What the API takes and gives. Made from the contract by `npm run gen`. */\n',
    "import type { CallOptions, FileReply, Listing, StreamOptions } from './types.ts';\n",
    ...types.map(([name, schema]) => declaration(name, schema)),
    `/** One method per operation of the API. */\nexport interface Client {\n${OPERATION_NAMES.map((name) => method(name, document)).join('\n')}}\n`,
  ].join('\n');
}

function method(name: OperationName, { paths, components }: Document): string {
  const { path, method: verb, reply, ...entry } = operationOf(name);
  const described = paths[path]?.[verb.toLowerCase()];
  if (!described) throw new Error(`the document has no ${name}`);
  const { summary, description, parameters, requestBody, responses } = described;
  const own = parameters.filter((parameter) => ['path', 'query'].includes(parameter.in));
  const named = Object.fromEntries(
    own.map(({ name: key, schema, description: text }) => [key, { description: text, ...schema } as Schema]),
  );
  const required = own.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  if (entry.supportsDryRun) delete named.dry_run;
  const pathAndQuery = Object.keys(named).length > 0 ? [fields(named, required, '  ')] : [];
  const { schema: sent } = Object.values(requestBody?.content ?? {})[0] ?? {};
  const bodies = sent ? [typeOf(entry.files ? withFiles(sent, entry.files.field) : sent, '  ')] : [];
  const parts = [...pathAndQuery, ...bodies];
  const optional = required.length === 0 && (!sent || requestBody?.required === false || fewest(sent, components.schemas) === 0);
  const input = parts.length > 0 ? parts.join(' & ') : 'Record<string, never>';
  const { schema } = Object.values(responses[reply.status]?.content ?? {})[0] ?? {};
  const answer = schema && withoutQuote(schema);
  const doc = comment(`${summary}\n\n${description}`, '  ');
  // Types of inputs and outputs are inferred from the last overload.
  const options = reply.contentType === 'text/event-stream' ? 'StreamOptions' : 'CallOptions';
  const quote = entry.supportsDryRun
    ? `${doc}  ${name}(input: ${[...pathAndQuery, ...bodies.map((body) => ofQuote(name, body)), '{ dry_run: true }'].join(' & ')}, options?: CallOptions): Promise<Quote>;\n`
    : '';
  return `${quote}${doc}  ${name}(input${optional ? '?' : ''}: ${input}, options?: ${options}): ${answerOf(name, answer, components.schemas)};\n`;
}

/** Returns the type of a quote's body. It may omit fields that the order needs. */
function ofQuote(name: OperationName, body: string): string {
  const spared = fieldsWithoutQuote(operationOf(name));
  if (spared.length === 0) return body;
  const names = spared.map((field) => `'${field}'`).join(' | ');
  return `Omit<${body}, ${names}> & Partial<Pick<${body}, ${names}>>`;
}

/** Renames the field of files: `attachments[]` in the request is `attachments` for callers. */
function withFiles({ properties = {}, ...rest }: Schema, field: string): Schema {
  const { [field]: files, ...texts } = properties;
  return { ...rest, properties: { ...texts, [field.replace('[]', '')]: files ?? {} } };
}

/** Returns the schema of the reply without the quote, if a quote has its own status. */
function withoutQuote(schema: Schema): Schema {
  const own = (schema.oneOf ?? schema.anyOf ?? []).filter(({ $ref }) => !$ref?.endsWith('/Quote'));
  return own.length === 1 ? (own[0] ?? schema) : schema;
}

/** Returns the number of required fields of a body. */
function fewest({ $ref, required = [] }: Schema, schemas: Record<string, Schema>): number {
  const named = $ref && schemas[$ref.split('/').at(-1) ?? ''];
  return named ? fewest(named, schemas) : required.length;
}

function answerOf(name: OperationName, schema: Schema | undefined, schemas: Record<string, Schema>): string {
  const { reply } = operationOf(name);
  if (!schema) return 'Promise<undefined>';
  if (reply.events) return `AsyncGenerator<${typeOf(schema, '  ')}, void, undefined>`;
  if (!reply.schema) return 'Promise<FileReply>';
  const page = typeOf(schema, '  ');
  if (!reply.paginated) return `Promise<${page}>`;
  return `Listing<${page}, ${typeOf(schemas[page]?.properties?.data?.items ?? {}, '  ')}>`;
}
