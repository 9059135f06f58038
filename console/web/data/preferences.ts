/** Preferences that this browser stores per user. */
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  theme: Theme;
  /** True if letters act without a modifier (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Hidden columns of the list of servers. */
  hiddenColumns: readonly string[];
}

const DEFAULTS: Preferences = { theme: 'system', singleKeys: true, hiddenColumns: [] };
const PREFIX = 'innkeeper-preferences-';

let key = `${PREFIX}visitor`;
let current = read();
const listeners = new Set<() => void>();

/** Reads the preferences of a user. */
export function openPreferences(userId: number): void {
  key = `${PREFIX}${userId}`;
  current = read();
  apply();
}

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { ...DEFAULTS, ...(typeof stored === 'object' && stored !== null ? stored : {}) };
  } catch {
    // A browser may deny storage, and the stored text may have been edited by hand.
    return DEFAULTS;
  }
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // The preference then lasts until the page is closed.
  }
  apply();
  for (const listener of listeners) listener();
}

export const readPreferences = (): Preferences => current;

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Sets the theme of the document. Without one it follows the system. */
function apply(): void {
  if (current.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = current.theme;
}
