import type { PendingEmailChange } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { emailChangeQuery } from '../../data/user.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDayAndTime } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { showToast } from '../../shared/toast.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

type Change = NonNullable<PendingEmailChange['pending']>;

/** Shows the used links of an address change, and withdraws the change. */
export function PendingChange({ change, email }: { change: Change; email: string }) {
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    await client.deleteEmailChange({}, options);
    return true;
  });
  const withdraw = async () => {
    if ((await run(undefined)) === undefined) return;
    showToast('ok', texts.withdrawn);
    queryClient.setQueryData(emailChangeQuery.queryKey, null);
  };
  return (
    <Card title={texts.pending} padded>
      <div className={css.form}>
        <p>{texts.pendingTo(change.email)}</p>
        <ul className={css.links} aria-label={texts.links}>
          <LinkState email={change.email} isUsed={change.new_confirmed} />
          <LinkState email={email} isUsed={change.old_confirmed} />
        </ul>
        {change.counts_from !== null && (
          <p className="soft">
            {texts.enoughFrom} <Time at={change.counts_from} format={formatDayAndTime} />.
          </p>
        )}
        <p className="faint">
          {texts.until} <Time at={change.expires_at} format={formatDayAndTime} />.
        </p>
        <RefusalNote refusal={refusal} />
        <div>
          <Button icon="x" busy={isRunning} onPress={() => void withdraw()}>
            {texts.withdraw}
          </Button>
        </div>
        <CallDetails call={{ operation: 'deleteEmailChange', input: {} }} />
      </div>
    </Card>
  );
}

function LinkState({ email, isUsed }: { email: string; isUsed: boolean }) {
  return (
    <li data-used={isUsed || undefined}>
      <Icon name={isUsed ? 'circle-check' : 'clock'} />
      <span>{texts.linkTo(email)}</span>
      <b>{isUsed ? texts.used : texts.unused}</b>
    </li>
  );
}
