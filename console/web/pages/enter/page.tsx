import { useEffect, useRef, useState } from 'react';
import { client } from '../../data/client.ts';
import { purgeDraftsOfOthers } from '../../data/drafts-of-others.ts';
import { queryClient } from '../../data/query.ts';
import { toRefusal } from '../../data/refusals.ts';
import { isSignedIn, sessionQuery } from '../../data/session.ts';
import { tellOtherTabs } from '../../data/tabs.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { CopyLine } from '../../parts/copy.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import { texts } from './texts.ts';

export const path = '/enter';
export const isForVisitors = true;

/** Removes the secret from the address bar, so that it is in no history and no screenshot. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return secret;
}

/** Signs in with the link that `up` prints, and shows the reason if this fails. */
export function Page() {
  const { navigate } = useRouter();
  const [failure, setFailure] = useState<'link' | 'cookie' | { sentence: string }>();
  const begun = useRef(false);
  useEffect(() => {
    setTitle(texts.signingIn);
    // A link works once, and development renders effects twice.
    if (begun.current) return;
    begun.current = true;
    const secret = takeSecret();
    const enter = async () => {
      try {
        await client.createSessionByLink({ secret });
        // Tabs with another account now have this one's cookie.
        tellOtherTabs();
      } catch (error) {
        const refusal = toRefusal(error);
        return setFailure(refusal.kind === 'lost' || refusal.kind === 'later' ? { sentence: refusal.sentence } : 'link');
      }
      try {
        const current = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
        if (!isSignedIn(current)) return setFailure('cookie');
        purgeDraftsOfOthers(current.user.id);
      } catch (error) {
        return setFailure({ sentence: toRefusal(error).sentence });
      }
      navigate('/servers', { replace: true });
    };
    void enter();
  }, [navigate]);
  useEffect(() => {
    // A newer link in the same tab only changes the fragment, which loads nothing.
    const loadAgain = () => location.reload();
    addEventListener('hashchange', loadAgain);
    return () => removeEventListener('hashchange', loadAgain);
  }, []);
  if (failure === undefined) return <VisitorPage title={texts.signingIn}>{null}</VisitorPage>;
  if (failure === 'cookie') {
    return (
      <VisitorPage title={texts.cookieTitle}>
        <Note tone="bad">{texts.cookie}</Note>
      </VisitorPage>
    );
  }
  const port = location.port === '' ? '443' : location.port;
  return (
    <VisitorPage title={texts.failedTitle}>
      <p>{failure === 'link' ? texts.failed : failure.sentence}</p>
      <p>{texts.newLink}</p>
      <CopyLine text={texts.command} label={partTexts.copyText(texts.command)} />
      <p>{texts.tunnelHint}</p>
      <CopyLine text={texts.tunnel(port)} label={partTexts.copyText(texts.tunnel(port))} />
      <Link className="link" to="/sign-in">
        {texts.toSignIn}
      </Link>
    </VisitorPage>
  );
}
