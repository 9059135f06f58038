import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import css from './copy.module.css';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard. Returns whether it was recently copied, and the function. */
export function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return [isCopied, copy];
}

/** Shows a text that a press copies. */
export function Copy({ text }: { text: string }) {
  const [isCopied, copy] = useCopy(text);
  return (
    <button type="button" className={`${css.copy} mono`} aria-label={texts.copyText(text)} onClick={copy}>
      {text}
      <Icon name={isCopied ? 'check' : 'copy'} size="small" />
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? texts.copied : ''}
      </span>
    </button>
  );
}

/** Shows a line of code with a button that copies it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const [isCopied, copy] = useCopy(text);
  return (
    <div className={css.line}>
      <code>{text}</code>
      <Button icon={isCopied ? 'check' : 'copy'} kind="bare" label={isCopied ? texts.copied : label} onPress={copy} />
    </div>
  );
}
