import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('the list of common passwords', () => {
  it('contains the whole package, in lower case', () => {
    const all = dictionary['passwords-common'];
    expect(all).toHaveLength(49_233);
    expect(all.filter((word) => word !== word.normalize('NFKC').toLowerCase())).toEqual([]);
    const sample = [...all.filter((_, i) => i % 100 === 0), all.at(-1) ?? ''];
    expect(sample.filter((word) => !isCommonPassword(word))).toEqual([]);
  });

  it.each(['', 'swor', '123456,password', '123456","password', ',', '"', '\\', 'пароль', '\ud800'])(
    'does not contain: %j',
    (word) => expect(isCommonPassword(word)).toBe(false),
  );
});
