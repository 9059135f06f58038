/** Keyboard shortcuts of the page. Single letters act only if the person has not turned them off, and never while a field has the focus. */
import { useEffect, useRef } from 'react';
import { readPreferences } from './preferences.ts';

/** Functions by key: `/`, `g s` (one after the other), `mod+k` (Ctrl or Command). */
export type KeyMap = Record<string, () => void>;

const SEQUENCE_MS = 1_000;

let pending: { key: string; at: number } | undefined;

/** Binds keys while the component is rendered. */
export function useKeys(map: KeyMap): void {
  const ref = useRef(map);
  ref.current = map;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const name = nameOfKey(event);
      if (name === undefined) return;
      const sequence = pending !== undefined && event.timeStamp - pending.at < SEQUENCE_MS ? `${pending.key} ${name}` : name;
      const act = ref.current[sequence] ?? ref.current[name];
      if (act === undefined) {
        if (name === 'g') pending = { key: name, at: event.timeStamp };
        return;
      }
      pending = undefined;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}

function nameOfKey(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? 'mod+k' : undefined;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  const isTyping = target?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') === true;
  // The browser then presses the focused button or follows the focused link.
  if (event.key === 'Enter' && target?.closest('a, button, summary, [role="menuitem"]')) return undefined;
  if (isTyping || document.querySelector('dialog[open], [popover]:popover-open') !== null) return undefined;
  return readPreferences().singleKeys ? event.key : undefined;
}
