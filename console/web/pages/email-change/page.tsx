import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { discardSecret, secretOf } from '../../data/arrival.ts';
import { client } from '../../data/client.ts';
import { Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { Link } from '../../router/router.tsx';
import { texts as linksTexts } from '../../shared/links-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

export const path = '/email-change';
export const isForVisitors = true;

/**
 * Shows the page that confirms or stops a change of the email address, from the link of a mail. The page requires a button press, because
 * mail programs open links.
 */
export function Page() {
  const secret = secretOf('email_change');
  const [done, setDone] = useState<string>();
  const confirm = useAct((input: { secret: string }, options) => client.confirmEmailChange(input, options));
  const stop = useAct(async (input: { secret: string }, options) => {
    await client.stopEmailChange(input, options);
    return true;
  });
  useEffect(() => setTitle(texts.emailTitle), []);
  if (secret === undefined || done !== undefined) {
    return (
      <VisitorPage title={texts.emailTitle}>
        <Note tone={done === undefined ? 'bad' : 'ok'}>{done ?? linksTexts.gone}</Note>
        <Link className="link" to="/sign-in">
          {linksTexts.toSignIn}
        </Link>
      </VisitorPage>
    );
  }
  const end = (sentence: string) => {
    discardSecret('email_change');
    setDone(sentence);
  };
  const handleConfirm = async () => {
    const answer = await confirm.run({ secret });
    if (answer) end(answer.changed ? texts.emailDone : texts.emailHalf);
  };
  const handleStop = async () => {
    if (await stop.run({ secret })) end(texts.emailStopped);
  };
  return (
    <VisitorPage title={texts.emailTitle}>
      <p>{texts.emailWhat}</p>
      <RefusalNote refusal={confirm.refusal ?? stop.refusal} fields="all" />
      <Button kind="main" wide busy={confirm.isRunning} onPress={() => void handleConfirm()}>
        {texts.confirm}
      </Button>
      <Button wide busy={stop.isRunning} onPress={() => void handleStop()}>
        {texts.stop}
      </Button>
    </VisitorPage>
  );
}
