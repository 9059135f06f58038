import { HARMLESS_HTML, hostileHtml } from '@innkeeper/lab/hostile-html';
import { describe, expect, it } from 'vitest';
import { htmlOfText, sanitiseHtml, textOfHtml } from './html.ts';

describe('sanitized HTML', () => {
  it.each(hostileHtml().map((html) => [html.slice(0, 80), html]))('has no active or external content: %s', (_name, html) => {
    const sanitised = sanitiseHtml(html);
    expect(sanitised).toMatch(HARMLESS_HTML);
    expect(sanitised).not.toMatch(/<(script|style|svg|math|iframe|object|embed|form|input|img|video|audio|meta|base|link)\b/i);
    expect(sanitised).not.toMatch(/href="\s*(?:javascript|data|vbscript|\/\/)/i);
    // Another parse must not change the result.
    expect(sanitiseHtml(sanitised)).toBe(sanitised);
  });

  it('keeps the usual elements of a message', () => {
    const message =
      '<h2>Log</h2><p>It <b>hangs</b> &amp; <i>burns</i>:</p><pre>a &lt; b</pre><ul><li>one</li></ul><table><tbody><tr><td colspan="2">x</td></tr></tbody></table>';
    expect(sanitiseHtml(message)).toBe(message);
    expect(sanitiseHtml('<a href="https://example.com/?a=1&amp;b=2" onclick="x()" target="_blank">see</a>')).toBe(
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow">see</a>',
    );
  });

  it('keeps the text of removed elements, also of text that was not meant as HTML', () => {
    expect(sanitiseHtml('<font color=red>red</font> <blink>text</blink>')).toBe('red text');
    expect(textOfHtml(sanitiseHtml('if a < b && c > d then 5 < 6'))).toBe('if a < b && c > d then 5 < 6');
    expect(sanitiseHtml('<b>a<script>b</script>c')).toBe('<b>ac</b>');
  });

  it('has no control characters and no unpaired surrogates', () => {
    expect(sanitiseHtml('a\u0000b\u001b[31mc\ud800d\r\ne\tf')).toBe('ab[31mc\ufffdd\ne\tf');
  });

  it('limits its depth, and handles the longest message quickly', () => {
    const deep = sanitiseHtml(`${'<div>'.repeat(13_000)}text`);
    expect(deep.match(/<div>/g)?.length).toBeLessThan(100);
    expect(textOfHtml(deep)).toBe('text');
  });
});

describe('text', () => {
  it('has a line per block, and characters instead of entities', () => {
    expect(textOfHtml('<p>one &amp;lt;</p><p>two<br />three</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'one &lt;\ntwo\nthree\na\nb',
    );
  });

  it('becomes HTML that displays it unchanged', () => {
    const text = 'a < b & "c"\n<script>alert(1)</script>';
    expect(htmlOfText(text)).toBe('a &lt; b &amp; &quot;c&quot;<br />&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(textOfHtml(htmlOfText(text))).toBe(text);
    expect(sanitiseHtml(htmlOfText(text))).toBe(htmlOfText(text).replaceAll('&quot;', '"'));
  });
});
