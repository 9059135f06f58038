import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import css from './menu.module.css';
import { placeMenu } from './menu-position.ts';

export interface MenuItem {
  /** Key that distinguishes items of one icon, by default the icon. */
  key?: string | number;
  label: ReactNode;
  icon: IconName;
  /** Single key with the same effect on the page. */
  shortcut?: string;
  /** Reason why the item is unavailable, and until when. */
  refusal?: string | undefined;
  danger?: boolean;
  /** Called on a press. Missing if `href` opens a page. */
  onPress?: () => void;
}

export interface MenuProps {
  label: string;
  /** Button of the menu. The focus returns to it. */
  anchor: HTMLElement;
  groups: readonly (readonly MenuItem[])[];
  /** Sentence at the top, such as the operation that locks the server. */
  head?: ReactNode;
  onClose: () => void;
}

/**
 * Shows a menu at a button while it is rendered. Unavailable items stay: they are focusable and show their reason. The page renders the
 * menu outside the rows, so that a row update leaves it open.
 */
export function Menu({ label, anchor, groups, head, onClose }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const menu = ref.current;
    if (menu === null) return undefined;
    const handleToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    menu.addEventListener('toggle', handleToggle);
    menu.showPopover();
    const { left, top } = placeMenu(anchor.getBoundingClientRect(), menu.getBoundingClientRect(), {
      width: window.innerWidth,
      height: window.innerHeight,
    });
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
    itemsOf(menu)[0]?.focus();
    return () => {
      menu.removeEventListener('toggle', handleToggle);
      if (menu.contains(document.activeElement)) anchor.focus();
    };
  }, [anchor]);
  const press = (item: MenuItem) => {
    if (item.refusal !== undefined) return;
    anchor.focus();
    onClose();
    item.onPress?.();
  };
  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={css.menu}
      onKeyDown={(event) => moveFocus(event, ref.current, onClose)}
    >
      {head !== undefined && (
        <div className={css.head} role="presentation">
          <Icon name="lock" />
          <span>{head}</span>
        </div>
      )}
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a menu are always the same, in the same order
        // biome-ignore lint/a11y/useSemanticElements: the groups of a menu have this role, and no element has it
        <div role="group" key={index}>
          {index > 0 && <hr />}
          {group.map((item) => (
            <div
              key={item.key ?? item.icon}
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.refusal !== undefined || undefined}
              className={`${css.item} ${item.danger && item.refusal === undefined ? css.danger : ''}`}
              onClick={() => press(item)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                press(item);
              }}
            >
              <Icon name={item.icon} />
              <span>
                {item.label}
                {item.refusal !== undefined && <small>{item.refusal}</small>}
              </span>
              {item.shortcut !== undefined && <kbd>{item.shortcut.toUpperCase()}</kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Moves the focus with arrow keys, Home, End and first letters. Tab closes the menu. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  if (menu === null) return;
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Tab') {
    event.preventDefault();
    close();
    return;
  }
  const next = nextIndex(event.key, at, items);
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items[next]?.focus();
}

function nextIndex(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  const count = items.length;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const startsWith = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = items.findIndex((item, index) => index > at && startsWith(item));
  const found = after === -1 ? items.findIndex(startsWith) : after;
  return found === -1 ? undefined : found;
}
