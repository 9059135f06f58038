import type { SignUpRules } from '@innkeeper/sdk/index';
import { texts } from '../sign-up-texts.ts';

/** Shows a link that opens the terms of service in a new tab, so that the form stays. */
export function TermsLink({ terms }: { terms: NonNullable<SignUpRules['terms']> }) {
  return (
    <a className="link" href={terms.url} target="_blank" rel="noopener noreferrer">
      {texts.terms(terms.version)}
    </a>
  );
}
