import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first refused field of a form. Returns a function to call when the form is sent, because the refusal arrives some
 * renders later.
 */
export function useRefusedFocus(ref: RefObject<HTMLElement | null>): () => void {
  const isSent = useRef(false);
  useEffect(() => {
    const refused = isSent.current ? ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (!refused) return;
    isSent.current = false;
    refused.focus();
  });
  return () => {
    isSent.current = true;
  };
}
