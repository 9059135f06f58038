/** Short notices about events outside the person's focus. */
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Refusal } from '../data/refusals.ts';
import { Icon } from '../parts/icon.tsx';
import { texts } from './texts.ts';
import css from './toast.module.css';

interface Toast {
  id: number;
  tone: 'ok' | 'bad';
  text: ReactNode;
}

const MAX_SHOWN = 3;
const SHOWN_MS = 8_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notice for 8 seconds. At most three are visible at a time. */
export function showToast(tone: Toast['tone'], text: ReactNode): void {
  const id = nextId;
  nextId += 1;
  set([...toasts, { id, tone, text }].slice(-MAX_SHOWN));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

/** Shows the refusal of an act without its own place for it, such as a menu item. */
export const showRefusal = ({ sentence }: Refusal): void => showToast('bad', sentence);

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={css.toasts} role="status">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={css.toast}>
          <Icon name={tone === 'ok' ? 'circle-check' : 'circle-alert'} />
          <span>{text}</span>
          <button type="button" aria-label={texts.close} onClick={() => set(toasts.filter((toast) => toast.id !== id))}>
            <Icon name="x" />
          </button>
        </div>
      ))}
    </div>
  );
}
