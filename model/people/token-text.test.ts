import { expect, test } from 'vitest';
import { hintOf, newTokenText, tokensIn } from './token-text.ts';

test('a token is random, with prefix and checksum', () => {
  const tokens = Array.from({ length: 100 }, () => newTokenText());
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    expect(token).toMatch(/^ik_[0-9A-Za-z]{40}$/);
    expect(tokensIn(token)).toEqual([token]);
    expect(hintOf(token)).toBe(token.slice(0, 7));
  }
});

test('finds tokens in any text, each once', () => {
  const [one, other] = [newTokenText(), newTokenText()];
  const text = `export INNKEEPER_TOKEN="${one}"\ncurl -H 'Authorization: Bearer ${other}' # ${one}\nhttps://x/?t=${other}&u=1`;
  expect(tokensIn(text)).toEqual([one, other]);
});

test('finds staff tokens like those of customers', () => {
  const tokens = (['ik_', 'iks_', 'ika_'] as const).map(newTokenText);
  expect(tokensIn(tokens.join(' '))).toEqual(tokens);
  expect(tokensIn(tokens.map((token) => token.replace('_', 'x_')).join(' '))).toEqual([]);
});

test('ignores lookalikes', () => {
  const token = newTokenText();
  for (let at = 3; at < token.length; at += 1) {
    const wrong = token[at] === 'x' ? 'y' : 'x';
    expect(tokensIn(token.slice(0, at) + wrong + token.slice(at + 1)), String(at)).toEqual([]);
  }
  for (const bad of ['', 'ik_', `${token}x`, `x${token}`, token.slice(0, -1), token.toUpperCase(), token.replace('ik_', 'gh_')])
    expect(tokensIn(bad), bad).toEqual([]);
});
