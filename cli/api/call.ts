/** Calls an operation of the API with its input and prints the reply. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import type { OperationName } from '@innkeeper/contract/operations';
import type { AnyInput, CallOptions, Client } from '@innkeeper/sdk/types';
import type { Field } from './fields.ts';

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

export interface OutputSink {
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
