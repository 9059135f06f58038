import type { ReactNode, Ref } from 'react';
import css from './button.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export interface ButtonProps {
  children?: ReactNode;
  icon?: IconName;
  iconAtEnd?: IconName;
  kind?: 'main' | 'danger' | 'bare';
  wide?: boolean;
  /** Name for screen readers. Needed if the button has an icon only. */
  label?: string;
  /** Sentence that says why the act is impossible. The button stays visible and can be focused. */
  refusal?: string | undefined;
  /** Its request is under way. The label stays. */
  busy?: boolean;
  type?: 'button' | 'submit';
  /** `button`: the element, at which a menu can open. */
  onPress?: (button: HTMLButtonElement) => void;
  ref?: Ref<HTMLButtonElement>;
  /** The menu that it opens is open. Absent for a button without a menu. */
  expanded?: boolean;
}

/** Shows a button. One that is impossible or busy does nothing, and says why in its title and to screen readers. */
export function Button(props: ButtonProps) {
  const { children, icon, iconAtEnd, kind, wide, label, refusal, busy, type = 'button', onPress, ref, expanded } = props;
  const classes = [css.button, kind && css[kind], wide && css.wide, children === undefined && css.iconOnly, busy && css.busy];
  const isHeldBack = refusal !== undefined || busy === true;
  return (
    <button
      type={type}
      ref={ref}
      className={classes.filter(Boolean).join(' ')}
      aria-label={label}
      aria-disabled={isHeldBack || undefined}
      aria-busy={busy || undefined}
      aria-description={refusal}
      aria-haspopup={expanded === undefined ? undefined : 'menu'}
      aria-expanded={expanded}
      title={refusal}
      onClick={(event) => {
        if (isHeldBack) event.preventDefault();
        else onPress?.(event.currentTarget);
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
      {iconAtEnd && <Icon name={iconAtEnd} size="small" />}
    </button>
  );
}
