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
  /** Reason why the act is unavailable. The button stays visible and focusable. */
  refusal?: string | undefined;
  /** True while the request runs. The label stays. */
  busy?: boolean;
  type?: 'button' | 'submit';
  /** Called on a press. `button`: the element at which a menu can open. */
  onPress?: (button: HTMLButtonElement) => void;
  ref?: Ref<HTMLButtonElement>;
  /** True if the menu of the button is open. Missing for a button without a menu. */
  expanded?: boolean;
}

/** Shows a button. An unavailable or busy button does nothing, and shows the reason in its title and to screen readers. */
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
