/**
 * `npm run pictures`: draws docs/pictures from the real output of commands, in a light and a dark theme, and checks them with Chromium.
 *
 * A picture that is too large, or whose text exceeds its frame, is not written. `-- LOG` draws from an earlier recording.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from '../../lab/browser.ts';
import { maskSecrets } from './mask.ts';
import { type Recording, record } from './record.ts';
import { drawTerminal, THEMES } from './svg.ts';
import { renderTerminal, type Span } from './terminal.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PICTURES = path.join(root, 'docs/pictures');
/** Directory for manual inspection: pixels, and the recording. */
const OUTPUT_DIRECTORY = path.join(root, 'build/pictures');
const MAX_BYTES = 150_000;
const TITLE = 'The output of ./innkeeper up and of ./innkeeper demo';

const [log] = process.argv.slice(2);
const recording = log === undefined ? await record() : (JSON.parse(await readFile(log, 'utf8')) as Recording);
await mkdir(OUTPUT_DIRECTORY, { recursive: true });
await mkdir(PICTURES, { recursive: true });
await writeFile(path.join(OUTPUT_DIRECTORY, 'recording.json'), JSON.stringify(recording));

const lines = [command('./innkeeper up'), ...session(recording.up), [], command('./innkeeper demo'), ...session(recording.demo)];
const browser = await openBrowser();
try {
  for (const [name, theme] of Object.entries(THEMES)) {
    const svg = drawTerminal(lines, theme, TITLE);
    if (Buffer.byteLength(svg) > MAX_BYTES) throw new Error(`The ${name} picture has more than ${MAX_BYTES} bytes.`);
    await look(svg, path.join(OUTPUT_DIRECTORY, `terminal-${name}`));
    await writeFile(path.join(PICTURES, `terminal-${name}.svg`), svg);
    console.log(`docs/pictures/terminal-${name}.svg  ${(await stat(path.join(PICTURES, `terminal-${name}.svg`))).size} bytes`);
  }
} finally {
  await browser.close();
}

function command(text: string): Span[] {
  return [
    { text: '$ ', colour: 'grey' },
    { text, colour: 'blue' },
  ];
}

/** Returns the lines of a session without leading empty ones, and without the log after the summary. */
function session(output: string): Span[][] {
  const rendered = renderTerminal(maskSecrets(output));
  const help = rendered.findIndex((spans) => spans[0]?.text.startsWith('Help:'));
  const shown = help === -1 ? rendered : rendered.slice(0, help + 1);
  return shown.slice(shown.findIndex((spans) => spans.length > 0));
}

/** Draws the picture with Chromium. Throws if a text exceeds the picture. */
async function look(svg: string, file: string): Promise<void> {
  await writeFile(`${file}.svg`, svg);
  const page = await browser.newPage();
  await page.goto(`file://${file}.svg`);
  const picture = page.locator('svg');
  const outside = await picture.evaluate((element) => {
    const frame = element.getBoundingClientRect();
    return [...element.querySelectorAll('text')].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.right > frame.right || box.bottom > frame.bottom;
    }).length;
  });
  if (outside > 0) throw new Error(`${outside} lines leave the picture.`);
  await picture.screenshot({ path: `${file}.png` });
  await page.close();
}
