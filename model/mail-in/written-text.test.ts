import { describe, expect, it } from 'vitest';
import { extractWrittenText, MAX_READ_LENGTH } from './written-text.ts';

const html = (content: string) => extractWrittenText({ text: null, html: content });

describe('the message of a mail', () => {
  it('is its text, or its HTML without a text part', () => {
    expect(extractWrittenText({ text: 'a < b', html: '<b>c</b>' })).toEqual({ html: 'a &lt; b', isWhole: true });
    expect(extractWrittenText({ text: ' \n', html: '<b onclick="x()">c</b>' })).toEqual({ html: '<b>c</b>', isWhole: true });
    expect(extractWrittenText({ text: null, html: null })).toEqual({ html: '', isWhole: true });
  });

  it('has no quotes, unless there is nothing else', () => {
    expect(html('<p>Yes.</p><div class="gmail_quote">On?</div>').html).toBe('<p>Yes.</p>');
    expect(html('<div class="gmail_quote">On?</div>').html).toBe('<div>On?</div>');
  });
});

describe('a mail that is too long', () => {
  it('is truncated, with a note', () => {
    for (const long of [
      { text: 'word '.repeat(60_000), html: null },
      { text: null, html: '<b></b>'.repeat(60_000) },
    ]) {
      const { html: written, isWhole } = extractWrittenText(long);
      expect(isWhole).toBe(false);
      expect(written.length).toBeLessThanOrEqual(MAX_READ_LENGTH);
    }
    expect(html(`<p>${'x'.repeat(MAX_READ_LENGTH)}</p><p>the end</p>`).isWhole).toBe(false);
  });

  it('is not truncated because of content that is never shown', () => {
    const styles = `<style>${'p { color: red }'.repeat(60_000)}</style>`;
    expect(html(`<html><head>${styles}</head><body>${styles}<p>It hangs.</p></body></html>`)).toEqual({
      html: '<p>It hangs.</p>',
      isWhole: true,
    });
  });

  it('counts as complete if only quoted content was removed', () => {
    const quote = `<div class="gmail_quote">${'<p>x</p>'.repeat(60_000)}</div>`;
    expect(html(`<p>Yes.</p>${quote}`)).toEqual({ html: '<p>Yes.</p>', isWhole: true });
    expect(html(`<p>Yes.</p>${quote}`.replace('gmail_quote', 'other')).isWhole).toBe(false);
  });
});
