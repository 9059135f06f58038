/**
 * Generates `sdk/api.gen.ts` and `sdk/staff-api.gen.ts`: the inputs and outputs of a client as types with descriptions. With them the
 * package needs no other package.
 */
import { type Audience, type ClientOperation, describedIn } from './audience.ts';
import { comment, declaration, fields, type Schema, typeOf } from './types.ts';

/** Types of refusals, which callers receive as errors with their own classes. */
const REFUSALS = ['ApiError', 'ValidationError', 'Locked', 'RateLimited'];

/** Status of a change that waits for approval. */
const WAITING = 202;

export function apiTypes(audience: Audience): string {
  const { document, operations, client, api } = audience;
  const types = Object.entries(document.components.schemas).filter(([name]) => !REFUSALS.includes(name));
  const streams = operations.some(({ answer }) => answer === 'events') ? ', StreamOptions' : '';
  const methods = operations.map((operation) => method(operation, audience)).join('\n');
  return [
    `/** What ${api} takes and gives. Made from the contract by \`npm run gen\`. */\n`,
    `import type { CallOptions, FileReply, Listing${streams} } from './types.ts';\n`,
    ...types.map(([name, schema]) => declaration(name, schema)),
    `/** One method per operation of ${api}. */\nexport interface ${client} {\n${methods}}\n`,
  ].join('\n');
}

function method(operation: ClientOperation, { document, describe }: Audience): string {
  const { name, status, files, sparedByQuote } = operation;
  const { schemas } = document.components;
  const described = describedIn(document, operation);
  const { parameters, requestBody, responses } = described;
  const own = parameters.filter((parameter) => ['path', 'query'].includes(parameter.in));
  const named = Object.fromEntries(
    own.map(({ name: key, schema, description: text }) => [key, { description: text, ...schema } as Schema]),
  );
  const required = own.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  if (sparedByQuote) delete named.dry_run;
  const pathAndQuery = Object.keys(named).length > 0 ? [fields(named, required, '  ')] : [];
  const { 'multipart/form-data': form, ...others } = requestBody?.content ?? {};
  const { schema: sent } = form ?? Object.values(others)[0] ?? {};
  const bodies = sent ? [typeOf(files ? withFiles(sent, files) : sent, '  ')] : [];
  const parts = [...pathAndQuery, ...bodies];
  const optional = required.length === 0 && (!sent || requestBody?.required === false || fewest(sent, schemas) === 0);
  const input = parts.length > 0 ? parts.join(' & ') : 'Record<string, never>';
  const answers = [status, WAITING].flatMap((code) => Object.values(responses[code]?.content ?? {})[0]?.schema ?? []);
  const doc = comment(describe(described), '  ');
  // Types of inputs and outputs are inferred from the last overload.
  const options = operation.answer === 'events' ? 'StreamOptions' : 'CallOptions';
  const quote = sparedByQuote
    ? `${doc}  ${name}(input: ${[...pathAndQuery, ...bodies.map((body) => ofQuote(sparedByQuote, body)), '{ dry_run: true }'].join(' & ')}, options?: CallOptions): Promise<Quote>;\n`
    : '';
  return `${quote}${doc}  ${name}(input${optional ? '?' : ''}: ${input}, options?: ${options}): ${answerOf(operation, answers, schemas)};\n`;
}

/** Returns the type of a quote's body. It may omit fields that the order needs. */
function ofQuote(spared: readonly string[], body: string): string {
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

function answerOf({ answer }: ClientOperation, answers: readonly Schema[], schemas: Record<string, Schema>): string {
  const [schema] = answers;
  if (!schema) return 'Promise<undefined>';
  if (answer === 'events') return `AsyncGenerator<${typeOf(schema, '  ')}, void, undefined>`;
  if (answer === 'file') return 'Promise<FileReply>';
  const value = answers.map((one) => typeOf(withoutQuote(one), '  ')).join(' | ');
  if (answer !== 'page') return `Promise<${value}>`;
  const page = schemas[value] ?? schema;
  return `Listing<${value}, ${typeOf(page.properties?.data?.items ?? {}, '  ')}>`;
}
