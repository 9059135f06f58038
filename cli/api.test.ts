import { codeSamples } from '@innkeeper/contract/openapi/code-samples';
import { allExamples, type Example } from '@innkeeper/contract/openapi/examples';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { OPERATIONS } from '@innkeeper/sdk/operations.gen';
import { requestOf, type WireOperation } from '@innkeeper/sdk/request';
import { describe, expect, it } from 'vitest';
import { buildInput, fieldsOf } from './api/fields.ts';
import { operationCommand } from './api.ts';

const examples = allExamples();

/** Returns the request that the SDK sends. */
function sent(name: OperationName, input: Record<string, unknown>) {
  const { method, url, body } = requestOf(
    'https://api.example.com/v1',
    (OPERATIONS as Record<string, WireOperation>)[name] as WireOperation,
    input,
  );
  return { method, url, body: body instanceof FormData ? [...body] : body === undefined ? undefined : JSON.parse(body) };
}

/** Parses typed words into the input of the operation. */
function typed(name: OperationName, words: string[]) {
  const command = operationCommand(name);
  command.exitOverride().configureOutput({ writeErr: () => {} });
  const { unknown, operands } = command.parseOptions(words);
  expect([...unknown, ...operands]).toEqual([]);
  return buildInput(fieldsOf(operationOf(name)), command.opts());
}

/** Splits a line into words like a shell, but supports only single quotes. */
function words(line: string): string[] {
  const found = line.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|\\'|[^\s'])+/g);
  return [...found].map(([word]) => word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"));
}

describe('the documented command', () => {
  it.each(OPERATION_NAMES)('of %s sends the values of its example', (name) => {
    const entry = operationOf(name);
    const { params = {}, query = {}, body = {} } = examples.get(name) as Example;
    const sample = codeSamples(name, entry, examples.get(name) as Example).find(({ label }) => label === 'CLI');
    const [program, command, operation, ...flags] = words(String(sample?.source));
    expect([program, command, operation]).toEqual(['./innkeeper', 'api', name]);
    const { attachments, ...input } = typed(name, flags);
    expect(attachments).toEqual(entry.files ? ['boot.log'] : undefined);
    expect(sent(name, input)).toEqual(sent(name, { ...params, ...query, ...(body as object) }));
  });
});

describe('a command', () => {
  it.each(OPERATION_NAMES)('%s has a separate flag for each field', (name) => {
    const flags = operationCommand(name).options.map(({ long }) => long);
    expect(new Set(flags).size).toBe(flags.length);
    expect(operationCommand(name).options.filter(({ description }) => !description)).toEqual([]);
  });

  it('accepts numbers, lists, null and false', () => {
    expect(typed('deployServer', words("--name a,b --plan nano --image-id 2 --ssh-keys '' --no-auto-pay --dry-run"))).toEqual({
      ...{ name: ['a', 'b'], plan: 'nano', image_id: 2, ssh_keys: [], auto_pay: false, dry_run: true },
    });
    expect(typed('modifyServerIsos', words('--id 1 --primary-iso-id null'))).toEqual({ id: 1, primary_iso_id: null });
    expect(typed('getServer', words('--id 1 --include addons,plan'))).toMatchObject({ 'include[]': ['addons', 'plan'] });
  });

  it('passes an unsuitable value on, so that the API refuses it', () => {
    expect(typed('deployServer', words('--name a --plan nano --image-id two'))).toMatchObject({ image_id: 'two' });
  });
});
