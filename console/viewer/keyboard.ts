/** Sends key strokes: those of a text, and what is typed on a keyboard of another layout than the server's. */
import { LAYOUTS, type LayoutKey } from './layouts.ts';
import { type KeyEvent, strokesOf } from './strokes.ts';

export type SendKey = (keysym: number, code: string, down: boolean) => void;

/** Between two characters: slower than a guest under software emulation reads its keyboard. */
const PACE_MS = 15;

/** Types a text; answers the characters that the layout does not have. */
export async function typeText(text: string, layout: LayoutKey, send: SendKey): Promise<string[]> {
  const { events, unknown } = strokesOf(text, LAYOUTS[layout]);
  for (const event of events) {
    press(event, send);
    if (!event.down) await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  return unknown;
}

/**
 * While a layout is chosen, characters are pressed where the server has them, and not where they lie on the keyboard before us.
 * Keys without a character and shortcuts pass as they are.
 */
export function translateKeys(screen: HTMLElement, layoutNow: () => LayoutKey | null, send: SendKey): void {
  const swallowed = new Set<string>();
  const take = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const down = (event: KeyboardEvent): void => {
    const layout = layoutNow();
    const plain =
      [...event.key].length === 1 && !event.metaKey && (event.getModifierState('AltGraph') || (!event.ctrlKey && !event.altKey));
    if (layout === null || !plain || event.key === ' ') return;
    take(event);
    swallowed.add(event.code);
    // The modifiers that the user holds are held in the guest too, and would be added to those of the stroke.
    for (const held of HELD) if (event.getModifierState(held.state)) send(held.keysym, held.code, false);
    for (const stroke of strokesOf(event.key, LAYOUTS[layout]).events) press(stroke, send);
  };
  const up = (event: KeyboardEvent): void => {
    if (!swallowed.delete(event.code)) return;
    take(event);
  };
  screen.addEventListener('keydown', down, true);
  screen.addEventListener('keyup', up, true);
}

const HELD = [
  { state: 'Shift', code: 'ShiftLeft', keysym: 0xffe1 },
  { state: 'Shift', code: 'ShiftRight', keysym: 0xffe2 },
  { state: 'AltGraph', code: 'AltRight', keysym: 0xfe03 },
];

function press({ keysym, code, down }: KeyEvent, send: SendKey): void {
  send(keysym, code, down);
}
