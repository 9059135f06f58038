import { describe, expect, it } from 'vitest';
import { withoutHtmlQuotes, withoutQuotes } from './quotes.ts';

const QUOTED = ['> Is it on?', '> Ann, support'];

/** First lines of quotes in several mail programs. */
const SEPARATORS = [
  'On Mon, 2 Mar 2026 at 10:00, Ann <support@shop.example> wrote:',
  'On 02.03.26 10:00, Ann wrote:',
  'Am Mo., 2. März 2026 um 10:00 Uhr schrieb Ann <support@shop.example>:',
  'Am 02.03.26 um 10:00 schrieb Ann:',
  'Ann schrieb am 02.03.2026 um 10:00:',
  'Le lun. 2 mars 2026 à 10:00, Ann <support@shop.example> a écrit :',
  'El lun, 2 mar 2026 a las 10:00, Ann (<support@shop.example>) escribió:',
  'Il giorno lun 2 mar 2026 alle ore 10:00 Ann <support@shop.example> ha scritto:',
  'Op ma 2 mrt 2026 om 10:00 schreef Ann <support@shop.example>:',
  'Em seg., 2 de mar. de 2026 às 10:00, Ann <support@shop.example> escreveu:',
  'W dniu pon., 2 mar 2026 o 10:00 Ann <support@shop.example> napisał(a):',
  'Den mån 2 mars 2026 kl 10:00 skrev Ann <support@shop.example>:',
  'Den man. 2. mar. 2026 kl. 10:00 skrev Ann <support@shop.example>:',
  'Ann <support@shop.example> kirjoitti ma 2. maalisk. 2026 klo 10.00:',
  'Dne po 2. 3. 2026 v 10:00 Ann <support@shop.example> napsala:',
  'пн, 2 мар. 2026 г. в 10:00, Ann <support@shop.example>:  пишет:',
  '02.03.2026 10:00, Ann пишет:',
  'Ann <support@shop.example>, 2 Mar 2026 Pzt, 10:00 tarihinde şunu yazdı:',
  'Ann <support@shop.example> ezt írta (időpont: 2026. márc. 2., H, 10:00):',
  'În lun., 2 mar. 2026 la 10:00, Ann <support@shop.example> a scris:',
  '2026年3月2日(月) 10:00 Ann <support@shop.example>:',
  'Ann <support@shop.example> 于2026年3月2日周一 10:00写道：',
  'Ann <support@shop.example> wrote:',
  '-----Original Message-----',
  '-----Ursprüngliche Nachricht-----',
  "-----Message d'origine-----",
  '-------- Original-Nachricht --------',
  '-----Mensaje original-----',
  '-----Messaggio originale-----',
  '-----Oorspronkelijk bericht-----',
  '---------- Forwarded message ---------',
  '________________________________',
  'From: Ann <support@shop.example>\nSent: Monday, March 2, 2026 10:00\nTo: Ada\nSubject: [#7] It hangs',
  'Von: Ann <support@shop.example>\nGesendet: Montag, 2. März 2026 10:00\nAn: Ada\nBetreff: [#7] It hangs',
  'De : Ann <support@shop.example>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Ada\nObjet : [#7] It hangs',
  '*From:* Ann <support@shop.example>\n*Sent:* Monday\n*To:* Ada\n*Subject:* [#7]',
  '-- Please reply above this line --',
  '-- Bitte antworten Sie oberhalb dieser Zeile --',
  'On Mon, 2 Mar 2026 at 10:00, Ann from the support of the shop\n<support@shop.example> wrote:',
];

describe('withoutQuotes', () => {
  it.each(SEPARATORS)('keeps the text above: %s', (separator) => {
    expect(withoutQuotes(['Yes, it is on.', '', 'Still hangs.', '', separator, '', ...QUOTED].join('\r\n'))).toBe(
      'Yes, it is on.\n\nStill hangs.',
    );
    // Quotes of Outlook have no mark.
    expect(withoutQuotes(['Yes, it is on.', separator, 'Is it on?'].join('\n'))).toBe('Yes, it is on.');
  });

  it('keeps text between quotes, and removes signatures', () => {
    expect(withoutQuotes('> Is it on?\nYes.\n> Since when?\nMonday.\n\n-- \nAda\nShop Ltd.')).toBe('Yes.\nMonday.');
    expect(withoutQuotes('It is on.\n\nSent from my iPhone')).toBe('It is on.');
    expect(withoutQuotes('Er läuft.\n\nVon meinem iPhone gesendet\n')).toBe('Er läuft.');
  });

  it.each([
    'On Monday it was fine, on Tuesday it hung. I wrote: nothing.',
    'From: is the name of the field\nthat I mean.',
    'a\n--\x20-\nb',
    'Log:\nerror: x\ndate: y\nto: z',
    'Am Montag lief es noch.',
  ])('removes nothing that a person wrote: %s', (text) => expect(withoutQuotes(text)).toBe(text));

  it('keeps everything if nothing else would remain', () => {
    expect(withoutQuotes('> Is it on?\n> Ann')).toBe('> Is it on?\n> Ann');
    expect(withoutQuotes('On Mon, 2 Mar 2026 at 10:00, Ann wrote:\n> x')).toContain('Ann wrote:');
  });

  it('handles hostile text quickly', () => {
    for (const text of [
      'On '.repeat(200_000),
      `${'>'.repeat(500_000)}x`,
      `${'On a\n'.repeat(100_000)}`,
      ' '.repeat(500_000),
      '-'.repeat(500_000),
    ])
      expect(withoutQuotes(text).length).toBeLessThanOrEqual(text.length);
  });
});

describe('withoutHtmlQuotes', () => {
  it.each([
    '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon</div><blockquote>Is it on?</blockquote></div>',
    '<blockquote type="cite" cite="mid:x">Is it on?</blockquote>',
    '<div id="appendonsend"></div><hr>Is it on?',
    '<div id="divRplyFwdMsg" dir="ltr">From: Ann</div>Is it on?',
    "<div id='yahoo_quoted_1' class='yahoo_quoted'>Is it on?</div>",
    '<div class="moz-cite-prefix">On Mon</div><blockquote type=cite>Is it on?</blockquote>',
    '<div class="protonmail_quote">Is it on?</div>',
  ])('keeps the HTML above: %s', (quote) => expect(withoutHtmlQuotes(`<p>Yes.</p>${quote}`)).toBe('<p>Yes.</p>'));

  it('keeps all HTML if nothing else would remain', () => {
    const html = '<div class="gmail_quote">Is it on?</div>';
    expect(withoutHtmlQuotes(`<div></div>${html}`)).toBe(`<div></div>${html}`);
  });
});
