import { type ReactNode, useEffect, useRef } from 'react';
import css from './shell.module.css';

/** Shows a box at the end of the top bar while it is rendered. Escape and a press outside close it. */
export function Popover({ label, children, onClose }: { label: string; children: ReactNode; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const box = ref.current;
    const before = document.activeElement;
    const handleToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    box?.addEventListener('toggle', handleToggle);
    box?.showPopover();
    box?.focus();
    return () => {
      box?.removeEventListener('toggle', handleToggle);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section ref={ref} popover="auto" tabIndex={-1} className={css.float} aria-label={label}>
      {children}
    </section>
  );
}
