import { describe, expect, it } from 'vitest';
import { asOwnEnd } from './own-ends.ts';

describe('asOwnEnd', () => {
  it('maps an end without a decline to our own code', () => {
    for (const code of ['expired', 'canceled', 'never_arrived'])
      expect(asOwnEnd({ code, reason: 'A sentence.' })).toEqual({ code: 'closed', reason: 'A sentence.' });
  });

  it('keeps a decline unchanged', () => {
    expect(asOwnEnd({ code: 'card_declined' })).toEqual({ code: 'card_declined' });
  });
});
