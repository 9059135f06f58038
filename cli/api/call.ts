/** Calls an operation as its input says, and shows what it answers. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { OperationName } from '@innkeeper/contract/operations';
import type { AnyInput, CallOptions, Client } from '@innkeeper/sdk/types';
import type { Field } from './fields.ts';

/** Objects as JSON, events a line each, files as they are. Rejects with a `Refusal` where the API cannot be reached. */
export async function call(client: Client, name: OperationName, input: AnyInput, out: Out): Promise<void> {
  const method = client[name] as (input: AnyInput, options?: CallOptions) => unknown;
  const reply = method(input);
  try {
    if (isStream(reply)) for await (const event of reply) out.write(`${JSON.stringify(event)}\n`);
    else await show(await reply, out);
  } catch (error) {
    const why = reasonOf(error);
    throw why === undefined ? error : new Refusal(`The API cannot be reached: ${why}`);
  }
}

export interface Out {
  write(chunk: string | Uint8Array): unknown;
}

/** A list is a promise too: of its page. */
const isStream = (reply: unknown): reply is AsyncIterable<unknown> =>
  typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply && !('then' in reply);

async function show(reply: unknown, out: Out): Promise<void> {
  if (reply === undefined) return;
  const { content } = reply as { content?: unknown };
  if (content instanceof Blob) out.write(new Uint8Array(await content.arrayBuffer()));
  else out.write(`${JSON.stringify(reply, null, 2)}\n`);
}

/** Returns the reason why a request had no reply. `fetch` reports it as the cause, a time limit by the name of its error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message;
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  const { message, code } = error.cause as NodeJS.ErrnoException;
  return message || code || error.message;
}

/** The input with files in place of their paths. */
export async function withFiles(fields: readonly Field[], input: AnyInput): Promise<AnyInput> {
  const entries = fields.filter(({ forms, name }) => forms.has('file') && input[name] !== undefined);
  const read = await Promise.all(
    entries.map(async ({ name }) => [name, await Promise.all((input[name] as string[]).map(fileAt))] as const),
  );
  return { ...input, ...Object.fromEntries(read) };
}

async function fileAt(name: string): Promise<File> {
  const content = await readFile(name).catch(() => {
    throw new Refusal(`There is no file ${name}.`);
  });
  return new File([content], path.basename(name));
}
