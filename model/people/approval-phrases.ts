/** Short phrases for requests that need a second person. Staff know commands and things, but no names of operations. */

/** Words before the thing, the thing, and the field of the input that identifies the thing. */
type Phrase = readonly [act: string, thing: string, field: string];

/** Phrases by operation. A test requires one for each operation that needs approval. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  assignBank: ['assignment of', 'bank credit', 'line'],
  chargeAccount: ['charge of', 'account', 'account'],
  confirmPayment: ['confirmation of', 'payment', 'payment'],
  endAccount: ['end of all services of', 'account', 'account'],
  endService: ['end of', 'service', 'service'],
  failRefund: ['failure of', 'refund', 'refund'],
  fundAccount: ['credit to', 'account', 'account'],
  refundOrder: ['refund of', 'order', 'order'],
  refundPayment: ['refund of', 'payment', 'payment'],
  setService: ['another expiry of', 'service', 'service'],
};

/**
 * Returns a request in a short phrase: `refund of order 7`. Takes its fields as `describeInput` returns them, and says `refund of an order`
 * without the field. Returns the name of an operation without a phrase.
 */
export function approvalPhrase(operation: string, fields: readonly string[]): string {
  const phrase = PHRASES[operation];
  if (!phrase) return operation;
  const [act, thing, field] = phrase;
  const start = `${field}: `;
  const value = fields.find((text) => text.startsWith(start))?.slice(start.length);
  if (value !== undefined) return `${act} ${thing} ${value}`;
  return `${act} ${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`;
}
