import { describe, expect, it } from 'vitest';
import { MAX_READ_LENGTH, readWritten } from './written.ts';

const html = (content: string) => readWritten({ text: null, html: content });

describe('what somebody wrote', () => {
  it('is the text of a mail, or its HTML where there is no text', () => {
    expect(readWritten({ text: 'a < b', html: '<b>c</b>' })).toEqual({ html: 'a &lt; b', isWhole: true });
    expect(readWritten({ text: ' \n', html: '<b onclick="x()">c</b>' })).toEqual({ html: '<b>c</b>', isWhole: true });
    expect(readWritten({ text: null, html: null })).toEqual({ html: '', isWhole: true });
  });

  it('has no quotes, unless nothing else is there', () => {
    expect(html('<p>Yes.</p><div class="gmail_quote">On?</div>').html).toBe('<p>Yes.</p>');
    expect(html('<div class="gmail_quote">On?</div>').html).toBe('<div>On?</div>');
  });
});

describe('a mail that is too long', () => {
  it('is cut, which is said', () => {
    for (const long of [
      { text: 'word '.repeat(60_000), html: null },
      { text: null, html: '<b></b>'.repeat(60_000) },
    ]) {
      const { html: written, isWhole } = readWritten(long);
      expect(isWhole).toBe(false);
      expect(written.length).toBeLessThanOrEqual(MAX_READ_LENGTH);
    }
    expect(html(`<p>${'x'.repeat(MAX_READ_LENGTH)}</p><p>the end</p>`).isWhole).toBe(false);
  });

  it('is not cut for what no message shows', () => {
    const styles = `<style>${'p { color: red }'.repeat(60_000)}</style>`;
    expect(html(`<html><head>${styles}</head><body>${styles}<p>It hangs.</p></body></html>`)).toEqual({
      html: '<p>It hangs.</p>',
      isWhole: true,
    });
  });

  it('is whole if only what it quotes was cut off', () => {
    const quote = `<div class="gmail_quote">${'<p>x</p>'.repeat(60_000)}</div>`;
    expect(html(`<p>Yes.</p>${quote}`)).toEqual({ html: '<p>Yes.</p>', isWhole: true });
    expect(html(`<p>Yes.</p>${quote}`.replace('gmail_quote', 'other')).isWhole).toBe(false);
  });
});
