import { describe, expect, it } from 'vitest';
import { passwordRefusal } from './password-rules.ts';

const NAMES = ['ada77@example.org', 'ada77', 'host.example.com', 'fasthosts'];
const refusal = (password: string) => passwordRefusal(password, NAMES);

describe('a password', () => {
  it.each([
    'seven green lanterns',
    'xK3!mQ9#vT',
    'пятьдесят семь',
    'my password is a long story',
    'football in the rain',
    '🦊🐢🐝🦉🐙🦀🐳🦔🐞🦋',
  ])('is accepted: %s', (password) => expect(refusal(password)).toBeUndefined());

  it('has 10 to 128 characters, in any encoding', () => {
    expect(refusal('xK3!mQ9#v')).toBe('Must have at least 10 characters.');
    expect(refusal('🦊🐢🐝🦉🐙')).toBe('Must have at least 10 characters.');
    const long = Array.from({ length: 128 }, (_, i) => String.fromCharCode(97 + ((i * i) % 23))).join('');
    expect(refusal(long)).toBeUndefined();
    expect(refusal(`${long}x`)).toBe('Must have at most 128 characters.');
    // Full-width letters count as the same letters.
    expect(refusal('ｐａｓｓｗｏｒｄ１２')).toContain('common');
  });

  it.each([
    ...['password12', 'Password2024!', 'P@ssw0rd!!', '!!password!!', '123password', 'passwordpassword', 'password1password1'],
    ...['1q2w3e4r5t', 'qwertyuiop', 'QWERTYUIOP12', 'iloveyou99', 'Football2027', '7894561230', '12345678910'],
    ...['Vinogradov1987', '!Vinogradov4', 'vinogradovvinogradov', '1234567890q'],
  ])('is refused if it is common, or made of a common one: %s', (password) => expect(refusal(password)).toContain('common'));

  it.each([
    'aaaaaaaaaa',
    'abababababab',
    'abc12abc12',
    '1234567890',
    '0987654321',
    '8901234567',
    'abcdefghijkl',
    'aabbccddaabbdd',
  ])('is refused if it is a pattern: %s', (password) => expect(refusal(password)).toContain('repeats or counts'));

  it.each(['Ada77@example.org', 'ada77@example.org1', 'ada7712345', 'host.example.com', 'FastHosts123', 'f4sth0sts!'])(
    'is refused if it is an obvious name: %s',
    (password) => expect(refusal(password)).toContain('address'),
  );
});
