import css from './icon.module.css';
import type { IconName } from './icon-names.ts';
import sprite from './icons.gen.svg?no-inline';

/** Draws a decorative icon of the sprite. The text next to it, or the label of its button, names the act. */
export function Icon({ name, size }: { name: IconName; size?: 'small' | 'large' }) {
  return (
    <svg className={size === undefined ? css.icon : `${css.icon} ${css[size]}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** Draws the logo: a key fob. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <path
        d="M10 1.2 17.4 8a2 2 0 0 1 .6 1.5v7A2.3 2.3 0 0 1 15.7 18.8H4.3A2.3 2.3 0 0 1 2 16.5v-7A2 2 0 0 1 2.6 8Z"
        fill="currentColor"
      />
      <circle cx="10" cy="6.6" r="1.7" fill="var(--rail)" />
      <path d="M7 12h6M7 15h4" stroke="var(--rail)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
