/** Sends one query to VIES. */
import { seconds } from '@innkeeper/model/time/clock';
import type { NoAnswer, VatAnswer, VatQuestion } from '../port.ts';
import { readAnswer } from './answer.ts';

export interface ViesOptions {
  /** URL of a server that replies like VIES, for tests. */
  url?: string;
  timeoutMs?: number;
}

const URL_OF_VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';
/** Timeout in milliseconds. Member states answer within seconds, or not at all. */
const TIMEOUT_MS = seconds(15);
/** Maximum size of a reply. Replies have about 600 bytes. */
const MAX_BYTES = 64_000;

/** Reason of a reply about the requester, whatever the number. */
export const REQUESTER_REFUSED = 'INVALID_REQUESTER_INFO';

/** Sends the query as it is, and returns the reply. Never throws. */
export async function askVies(
  question: VatQuestion,
  { url = URL_OF_VIES, timeoutMs = TIMEOUT_MS }: ViesOptions,
): Promise<VatAnswer> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'innkeeper' },
      body: JSON.stringify(bodyOf(question)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(question, reply.status, await textOf(reply));
  } catch (error) {
    return toNoAnswer(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

function bodyOf({ vatNumber, requester }: VatQuestion): object {
  const asked = { countryCode: vatNumber.slice(0, 2), vatNumber: vatNumber.slice(2) };
  if (requester === null) return asked;
  return { ...asked, requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) };
}

/** Reads the body. Throws if it is longer than a reply can be. */
async function textOf(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RangeError('too long for an answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const toNoAnswer = (reason: string): NoAnswer => ({ verdict: 'unknown', reason, away: 'all' });
