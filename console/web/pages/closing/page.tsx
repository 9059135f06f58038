import type { AccountClosure } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closureQuery, refetchClosure } from '../../data/account.ts';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { mayRead } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import css from '../../shared/account/account.module.css';
import { AccountFrame } from '../../shared/account/frame.tsx';
import { OwnerOnly } from '../../shared/account/owner-only.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Obstacles, splitObstacles } from './obstacles.tsx';
import { texts } from './texts.ts';

export const path = '/account/closing';
export const load = () => mayRead('getAccountClosure') && queryClient.prefetchQuery(closureQuery);

/** Shows the page that closes the account, or undoes the closing. */
export function Page() {
  return (
    <AccountFrame>
      <OwnerOnly operation="getAccountClosure">
        <OwnersClosing />
      </OwnerOnly>
    </AccountFrame>
  );
}

function OwnersClosing() {
  const { data: closure } = useSuspenseQuery(closureQuery);
  const [isOpen, setOpen] = useState(false);
  const { settle, wait } = splitObstacles(closure.obstacles);
  if (closure.status === 'closing') return <Undo closure={closure} />;
  const open = () => {
    // Obstacles may have been removed since the last read.
    void queryClient.invalidateQueries({ queryKey: closureQuery.queryKey });
    setOpen(true);
  };
  return (
    <Card title={texts.closingTitle} padded>
      <div className={css.stack}>
        <p>{texts.closingWhat}</p>
        <Obstacles label={texts.obstaclesTitle} obstacles={settle} />
        <Obstacles label={texts.endTitle} obstacles={wait} />
        <div className={css.feet}>
          <ButtonLink to="/account/export" icon="archive">
            {texts.exportFirst}
          </ButtonLink>
          <Button kind="danger" onPress={open}>
            {texts.close}
          </Button>
        </div>
      </div>
      {isOpen && <CloseDialog closure={closure} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Undo({ closure }: { closure: AccountClosure }) {
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    await client.deleteAccountClosure({}, options);
    return true;
  });
  const undo = async () => {
    if (await run(undefined)) await refetchClosure();
  };
  const { settle, wait } = splitObstacles(closure.obstacles);
  return (
    <Card title={texts.closingTitle} padded>
      <div className={css.stack}>
        {closure.closes_at !== null && (
          <Note tone="bad" detail={closure.asked_at === null ? undefined : texts.askedOn(formatLongDay(closure.asked_at))}>
            {texts.closes(formatLongDay(closure.closes_at))}
          </Note>
        )}
        <Obstacles label={texts.obstaclesTitle} obstacles={settle} />
        <Obstacles label={texts.endTitle} obstacles={wait} />
        <RefusalNote refusal={refusal} />
        <div className={css.feet}>
          <Button kind="main" busy={isRunning} refusal={refusalOf('deleteAccountClosure')} onPress={() => void undo()}>
            {texts.undo}
          </Button>
          <ButtonLink to="/account/export" icon="archive">
            {texts.exportFirst}
          </ButtonLink>
          <span className="gap" />
          <CallDetails call={{ operation: 'deleteAccountClosure', input: {} }} />
        </div>
      </div>
    </Card>
  );
}
