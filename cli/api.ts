/** `./innkeeper api`: calls any operation of the API over HTTP, as a customer. The commands are generated from the contract. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { createClient } from '@innkeeper/sdk/client';
import type { AnyInput, CallOptions, Client } from '@innkeeper/sdk/types';
import { Command, Option } from 'commander';
import { buildInput, type Field, fieldsOf, optionsOf } from './api/fields.ts';
import { requireRunning, rerunWithCertificate } from './demo/connection.ts';
import { UsageError } from './output/errors.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

interface ApiOptions extends WithHome {
  apiUrl?: string;
  apiToken?: string;
  json?: boolean;
}

/** Returns the command. Only `operation` gets its flags, because there are more than a hundred operations. */
export function apiCommand(operation = process.argv[3]): Command {
  const command = new Command('api')
    .description('call an operation of the API as a customer, with a token of theirs')
    .usage('<operation> [options]');
  for (const name of OPERATION_NAMES) command.addCommand(name === operation ? operationCommand(name) : bare(name));
  return command;
}

function bare(name: OperationName): Command {
  return new Command(name).description(operationOf(name).title);
}

export function operationCommand(name: OperationName): Command {
  const entry = operationOf(name);
  const fields = fieldsOf(entry);
  const command = bare(name).summary(entry.title).description(entry.summary);
  for (const option of fields.flatMap(optionsOf)) command.addOption(option.default(undefined));
  command
    .addOption(
      new Option('--api-url <url>', 'URL of the API with its version (default: the URL of this installation)').env(
        'INNKEEPER_URL',
      ),
    )
    .addOption(new Option('--api-token <token>', 'token of the customer').env('INNKEEPER_TOKEN'))
    .addOption(homeOption())
    .option('--json', 'print errors as JSON; replies are always JSON');
  return command.action(async () => {
    const options = command.opts<ApiOptions>();
    const { apiToken: token } = options;
    if (token === undefined)
      throw new UsageError(
        'A token is missing. Set INNKEEPER_TOKEN or --api-token. Create a token with ./innkeeper token create.',
      );
    const input = await withFiles(fields, buildInput(fields, options as Record<string, unknown>));
    const baseUrl = await urlOf(options);
    if (baseUrl !== null) await call(createClient({ baseUrl, token }), name, input, process.stdout);
  });
}

/** Returns the URL of the API. Returns `null` if a child process, which trusts the installation's certificate, ran the whole command. */
async function urlOf({ apiUrl, home }: ApiOptions): Promise<string | null> {
  if (apiUrl !== undefined) return apiUrl;
  const running = await requireRunning(homeAt(home));
  const code = await rerunWithCertificate(running);
  if (code === null) return `${running.url}/v1`;
  process.exitCode = code;
  return null;
}

/**
 * Calls the operation. Prints objects as JSON, events as one line each and files as raw bytes. Throws a `CommandError` if the API cannot be
 * reached.
 */
export async function call(client: Client, name: OperationName, input: AnyInput, out: OutputSink): Promise<void> {
  const method = client[name] as (input: AnyInput, options?: CallOptions) => unknown;
  const reply = method(input);
  try {
    if (isStream(reply)) for await (const event of reply) out.write(`${JSON.stringify(event)}\n`);
    else await show(await reply, out);
  } catch (error) {
    const why = connectionErrorOf(error);
    throw why === undefined ? error : new CommandError(`The API cannot be reached: ${why}`);
  }
}

interface OutputSink {
  write(chunk: string | Uint8Array): unknown;
}

/** Returns whether a reply is a stream of events. A list is iterable too, but it is also a promise of its page. */
const isStream = (reply: unknown): reply is AsyncIterable<unknown> =>
  typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply && !('then' in reply);

async function show(reply: unknown, out: OutputSink): Promise<void> {
  if (reply === undefined) return;
  const { content } = reply as { content?: unknown };
  if (content instanceof Blob) out.write(new Uint8Array(await content.arrayBuffer()));
  else out.write(`${JSON.stringify(reply, null, 2)}\n`);
}

/**
 * Returns the reason of a missing reply, or `undefined` for another error. `fetch` throws a `TypeError` with the reason as its cause,
 * or a `TimeoutError`.
 */
function connectionErrorOf(error: unknown): string | undefined {
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message;
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  const { message, code } = error.cause as NodeJS.ErrnoException;
  return message || code || error.message;
}

/** Returns the input with files instead of their paths. */
export async function withFiles(fields: readonly Field[], input: AnyInput): Promise<AnyInput> {
  const entries = fields.filter(({ types: forms, name }) => forms.has('file') && input[name] !== undefined);
  const read = await Promise.all(
    entries.map(async ({ name }) => [name, await Promise.all((input[name] as string[]).map(fileAt))] as const),
  );
  return { ...input, ...Object.fromEntries(read) };
}

async function fileAt(name: string): Promise<File> {
  const content = await readFile(name).catch(() => {
    throw new CommandError(`There is no file ${name}.`);
  });
  return new File([content], path.basename(name));
}
