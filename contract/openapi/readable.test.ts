/** Properties of every operation and field that readers of the document rely on. */
import { FAILURE_CODES } from '@innkeeper/model/failures';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { OPERATION_NAMES, operationOf } from '../operations.ts';
import { allExamples } from './examples.ts';
import type { StatusTable } from './responses.ts';
import type { Json } from './schemas.ts';

interface Document {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Shown>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json> };
}
interface Shown {
  summary: string;
  description: string;
  parameters: { in?: string; name?: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
  'x-codeSamples': { label: string; source: string }[];
}
interface Media {
  schema: Json;
  example?: unknown;
}

const status = Object.fromEntries(Object.keys(FAILURE_CODES).map((code) => [code, 400])) as StatusTable;
const document = openApiDocument({ serverUrl: '/v1', status, description: '' }) as unknown as Document;
const shown = OPERATION_NAMES.map((name) => {
  const { path, method } = operationOf(name);
  return [name, document.paths[path]?.[method.toLowerCase()] as Shown] as const;
});
const examples = allExamples();

/** Yields every schema of the document with its place. Properties of objects are named. */
function* schemasIn(value: unknown, at: string): Generator<[at: string, schema: Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, item] of Object.entries(value)) if (!/^examples?$/.test(key)) yield* schemasIn(item, `${at}/${key}`);
}
const everywhere = [...schemasIn(document.components.schemas, ''), ...schemasIn(document.paths, '')];

/** Values with several forms that no field distinguishes, with the reason. */
const SEVERAL_FORMS: [place: RegExp, why: string][] = [
  [
    /^\/\/(servers|floating-ips)\/get\/parameters\/\d+\/schema$/,
    'one text, an IPv4 or an IPv6 address: there is no format of both',
  ],
  [/^\/(Create|Update)Token\/properties\/allowed_networks\/items$/, 'one text: an address or a network, of version 4 or 6'],
  [/^\/(Set|Update)NetworkList\/properties\/(networks|add|remove)\/items$/, 'the same'],
  [/^\/DryRunProtection\/properties\/(whitelist|blacklist)\/items$/, 'the same'],
  [/^\/GivenFirewallRule\/properties\/networks\/items$/, 'the same'],
  [/^\/UpdateIpAddress\/properties\/ptr\/anyOf\/1\/propertyNames$/, 'one text, an address of either version'],
  [/^\/UpdateIpAddress\/properties\/ptr$/, 'the name of one address, or the names of many by address'],
  [
    /^\/((Create|Verify|Confirm)Session|ConfirmBySingleSignOn)\/properties\/otp$/,
    '6 digits as text or number, or a recovery code',
  ],
  [/^\/UpdateUser\/properties\/tech_email$/, 'an address, or empty to remove it'],
  [/^\/DeployServer\/properties\/name$/, 'a name or a list of them: known clients send either'],
  [/^\/(CreateRecoveryCodes|DisableTwoFactor|EnableTwoFactor)\/properties\/otp$/, 'known clients send it as a number or as text'],
  [/floating-ips\/cancel\/post\/responses\/200\/.*schema$/, 'an empty object, or a quote: nothing is required of the first'],
];

/** Returns the schema that a reference points to. */
const resolved = (schema: Json): Json => document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] ?? schema;

describe('a reader', () => {
  it('finds a description of every field and every parameter', () => {
    const undescribed = everywhere.filter(
      ([at, { description, $ref }]) => /\/properties\/[^/]+$/.test(at) && !description && !$ref,
    );
    expect(undescribed.map(([at]) => at)).toEqual([]);
    const named = Object.entries(document.components.schemas).filter(([, { description }]) => !description);
    expect(named.map(([name]) => name)).toEqual([]);
    const parameters = shown.flatMap(([name, one]) => one.parameters.map((parameter) => [name, parameter] as const));
    expect(parameters.filter(([, { name, description }]) => name && !description)).toEqual([]);
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('sees no internal annotations such as x-origin', () => {
    expect(JSON.stringify(document)).not.toMatch(/x-origin|x-state/);
  });

  it.each(shown)("learns the ability, limit and lock of '%s'", (name, { description }) => {
    const { ability, perMinute, anonymous } = operationOf(name);
    expect(description).toContain(anonymous ? '- Ability: none' : `- Ability: \`${ability}\``);
    expect(description).toContain(`- Rate limit: ${perMinute ?? 'the limit of'}`);
    expect(description).toContain('- Lock: ');
  });
});

describe('an example', () => {
  it.each(shown)("of '%s' exists for each path parameter, body and reply", (name, one) => {
    const { reply, bodyKind } = operationOf(name);
    expect(examples.has(name)).toBe(true);
    if (reply.schema || reply.events) expect(Object.values(one.responses[reply.status]?.content ?? {})[0]?.example).toBeDefined();
    if (bodyKind !== 'none') expect(Object.values(one.requestBody?.content ?? {})[0]?.example).toBeDefined();
    for (const parameter of one.parameters) if (parameter.in === 'path') expect(parameter.example).toBeDefined();
    expect(one['x-codeSamples'].map(({ label }) => label)).toEqual(['curl', 'CLI', 'SDK']);
  });

  it.each([...examples])("of '%s' fits its schemas", (name, example) => {
    const { params, query, body, bodyKind, reply } = operationOf(name);
    const texts = (fields: object = {}) => Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]));
    params?.parse(texts(example.params));
    query?.parse(texts(example.query));
    body?.parse(bodyKind === 'multipart' ? texts(example.body as object) : example.body);
    (reply.schema ?? reply.events)?.parse(example.reply);
  });
});

describe('a generator', () => {
  it('finds names for bodies and lists', () => {
    for (const [name, { requestBody, responses }] of shown) {
      const { reply } = operationOf(name);
      const sent = requestBody?.content['application/json']?.schema;
      if (sent) expect(sent, name).toHaveProperty('$ref');
      // One schema keeps the name of its first release, which had no pages.
      const ending = name === 'listTicketServices' ? /TicketServiceList$/ : /Page$/;
      if (reply.paginated) expect(responses[200]?.content?.['application/json']?.schema.$ref, name).toMatch(ending);
    }
  });

  it('finds no choice of constants with the type number', () => {
    const choices = everywhere.filter(([, schema]) => schema.type === 'number' && (schema.enum ?? schema.const) !== undefined);
    expect(choices).toEqual([]);
  });

  it('can distinguish the forms of a union', () => {
    const { StreamedEvent, OrderEvent } = document.components.schemas;
    expect(StreamedEvent?.oneOf).toHaveLength(6);
    expect(StreamedEvent?.discriminator).toMatchObject({
      propertyName: 'type',
      mapping: { order: '#/components/schemas/OrderEvent', iso: '#/components/schemas/ResourceEvent' },
    });
    expect(OrderEvent).toBeDefined();
    const formsOf = ({ oneOf }: Json) => (oneOf as Json[]).map((form) => resolved(form));
    const apart = everywhere.filter(([at, { oneOf, discriminator }]) => oneOf && !discriminator && !at.endsWith('/items'));
    for (const [at, schema] of apart) {
      const forms = formsOf(schema);
      for (const form of forms) {
        const others = forms.filter((other) => other !== form).flatMap(({ properties }) => Object.keys(properties as Json));
        expect(
          (form.required as string[]).filter((field) => !others.includes(field)),
          at,
        ).not.toEqual([]);
      }
    }
    // The source document returns a single server without a list, and a list for several names. No field distinguishes the two.
    expect(apart.map(([at]) => at)).toContain('//servers/post/responses/201/content/application/json/schema');
  });

  it('finds indistinguishable forms only where a reason is listed', () => {
    const notNull = ({ anyOf = [] }: Json) => (anyOf as Json[]).filter(({ type }) => type !== 'null');
    const places = everywhere.filter(([, schema]) => notNull(schema).length > 1).map(([at]) => at);
    expect(places.filter((at) => !SEVERAL_FORMS.some(([place]) => place.test(at)))).toEqual([]);
    expect(SEVERAL_FORMS.filter(([place]) => !places.some((at) => place.test(at)))).toEqual([]);
  });

  it('sees that a PATCH needs at least one field', () => {
    for (const [name, { requestBody }] of shown.filter(([name]) => operationOf(name).method === 'PATCH')) {
      const { $ref } = requestBody?.content['application/json']?.schema ?? {};
      expect(document.components.schemas[String($ref).split('/').at(-1) ?? ''], name).toMatchObject({ minProperties: 1 });
    }
  });
});
