/** Sends keystrokes: those of a text, and those of a keyboard whose layout differs from the server's. */
import { LAYOUTS, type LayoutKey } from './layouts.ts';
import { type KeyEvent, strokesOf } from './strokes.ts';

export type SendKey = (keysym: number, code: string, down: boolean) => void;

/** Pause in milliseconds between two characters. A guest under software emulation reads its keyboard faster than this. */
const TYPING_INTERVAL_MS = 15;

/** Types a text. Returns the characters that the layout does not have. */
export async function typeText(text: string, layout: LayoutKey, send: SendKey): Promise<string[]> {
  const { events, unknown } = strokesOf(text, LAYOUTS[layout]);
  for (const event of events) {
    press(event, send);
    if (!event.down) await new Promise((resolve) => setTimeout(resolve, TYPING_INTERVAL_MS));
  }
  return unknown;
}

/**
 * Translates keystrokes while a layout is selected. A character is pressed at its position on the server's layout, not at the position of
 * the local keyboard. Keys without a character and shortcuts are passed unchanged.
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
    // Modifiers that the user holds are also held in the guest, and would change this stroke. Release them first.
    for (const modifier of MODIFIERS) if (event.getModifierState(modifier.state)) send(modifier.keysym, modifier.code, false);
    for (const stroke of strokesOf(event.key, LAYOUTS[layout]).events) press(stroke, send);
  };
  const up = (event: KeyboardEvent): void => {
    if (!swallowed.delete(event.code)) return;
    take(event);
  };
  screen.addEventListener('keydown', down, true);
  screen.addEventListener('keyup', up, true);
}

const MODIFIERS = [
  { state: 'Shift', code: 'ShiftLeft', keysym: 0xffe1 },
  { state: 'Shift', code: 'ShiftRight', keysym: 0xffe2 },
  { state: 'AltGraph', code: 'AltRight', keysym: 0xfe03 },
];

function press({ keysym, code, down }: KeyEvent, send: SendKey): void {
  send(keysym, code, down);
}
