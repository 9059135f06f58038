/** Records requests and replies of the walkthrough as examples, with fixed times. */
import type { Example, Examples } from '@innkeeper/contract/openapi/examples';
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import type { Answer, CallInput, Lab } from '../app.ts';
import { fixTimes } from './fixed-times.ts';

export interface Recorder {
  examples: Examples;
  /** Calls an operation, and records its first call. Throws if it is refused. */
  call(name: OperationName, input?: CallInput): Promise<Answer['body']>;
  /** Records a reply that was received in another way. */
  keep(name: OperationName, example: Example): void;
}

export function openRecorder(lab: Lab, token: string): Recorder {
  const examples: Examples = {};
  const fix = fixTimes(Date.now());
  return {
    examples,
    keep(name, { reply, ...asked }) {
      examples[name] ??= { ...asked, reply: fix(reply) };
    },
    async call(name, input = {}) {
      const answer = await lab.call(name, input, { token });
      if (answer.status >= 400) throw new Error(`${name} was refused: ${answer.text}`);
      examples[name] ??= exampleOf(name, input, answer, fix);
      return answer.body;
    },
  };
}

function exampleOf(
  name: OperationName,
  { params, query, body }: CallInput,
  answer: Answer,
  told: (value: unknown) => unknown,
): Example {
  const { reply } = operationOf(name);
  const example: Example = {};
  if (params) example.params = params;
  if (query) example.query = query;
  if (body !== undefined) example.body = body;
  if (reply.schema) example.reply = told(short(answer.body));
  else if (reply.contentType?.startsWith('text/')) example.reply = answer.text;
  return example;
}

/** Shortens a list of more than three items without pages to two. */
function short(body: Answer['body']): unknown {
  return Array.isArray(body.data) && !body.meta && body.data.length > 3 ? { ...body, data: body.data.slice(0, 2) } : body;
}
