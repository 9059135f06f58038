import { describe, expect, it } from 'vitest';
import { asOwnEnd } from './own-ends.ts';

describe('asOwnEnd', () => {
  it('makes an end without a decline our own', () => {
    for (const code of ['expired', 'canceled', 'never_arrived'])
      expect(asOwnEnd({ code, reason: 'A sentence.' })).toEqual({ code: 'closed', reason: 'A sentence.' });
  });

  it('leaves a decline as it is', () => {
    expect(asOwnEnd({ code: 'card_declined' })).toEqual({ code: 'card_declined' });
  });
});
