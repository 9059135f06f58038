/**
 * Parses a reply of VIES. Its faults come with status 200 as well as with others, as `{actionSucceed: false, errorWrappers: [{error}]}`.
 * Anything but a clear yes or no about the requested number counts as no answer.
 */
import { z } from 'zod';
import type { NoAnswer, VatAnswer, VatQuestion } from '../port.ts';

const Answer = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestIdentifier: z.string().max(100).nullish(),
  name: z.string().max(1_000).nullish(),
  address: z.string().max(2_000).nullish(),
});

const Faults = z.object({ errorWrappers: z.array(z.object({ error: z.string().max(100) })).min(1) });

/** Faults that affect only the number's member state. */
const COUNTRY_FAULTS = new Set(['MS_UNAVAILABLE', 'MS_MAX_CONCURRENT_REQ', 'MS_MAX_CONCURRENT_REQ_TIME', 'TIMEOUT']);

export function readAnswer({ vatNumber, requester }: VatQuestion, status: number, text: string): VatAnswer {
  const body = parsed(text);
  const fault = Faults.safeParse(body).data?.errorWrappers[0]?.error;
  // The number does not have the format of its country.
  if (fault === 'INVALID_INPUT') return { verdict: 'invalid', consultation: null, name: null, address: null };
  if (fault !== undefined) return noAnswer(fault, COUNTRY_FAULTS.has(fault) ? 'country' : 'all');
  const answer = Answer.safeParse(body).data;
  if (status !== 200) return noAnswer(`status ${status}`, 'all');
  if (!answer || answer.countryCode + answer.vatNumber !== vatNumber) return noAnswer('not an answer', 'all');
  const { valid, requestIdentifier, name, address } = answer;
  return {
    verdict: valid ? 'valid' : 'invalid',
    consultation: requester === null ? null : registeredText(requestIdentifier),
    name: registeredText(name),
    address: registeredText(address),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a registered text, or `null` if the country withholds it, which VIES reports as dashes. */
function registeredText(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^-*$/.test(trimmed) ? null : trimmed;
}

const noAnswer = (reason: string, away: NoAnswer['away']): NoAnswer => ({ verdict: 'unknown', reason, away });
