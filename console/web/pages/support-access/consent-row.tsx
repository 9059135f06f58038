import type { SupportAccess as Consent } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { supportAccessQuery } from '../../data/team.ts';
import { Button } from '../../parts/button.tsx';
import { formatMoment } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Row } from '../../parts/rows.tsx';
import { State } from '../../parts/state.tsx';
import { Link } from '../../router/router.tsx';
import { showRefusal, showToast } from '../../shared/toast.tsx';
import { SCOPE_WORDS, texts } from './texts.ts';

/** Shows a consent, and ends one that is active. */
export function ConsentRow({ consent }: { consent: Consent }) {
  const { id, scope, ticket, granted_by: by, active, expires_at, ended_at } = consent;
  const queryClient = useQueryClient();
  const refusal = useRefusalOfAct()('deleteSupportAccess');
  const { run, isRunning } = useAct(async (given: number, options) => {
    await client.deleteSupportAccess({ id: given }, options);
    return true;
  }, showRefusal);
  const end = async () => {
    if ((await run(id)) === undefined) return;
    showToast('ok', texts.endedNow);
    await queryClient.invalidateQueries({ queryKey: supportAccessQuery.queryKey });
  };
  return (
    <Row
      name={SCOPE_WORDS[scope]}
      below={
        <>
          {by === null ? texts.nobody : <Name text={by} />}
          {ticket !== null && (
            <>
              , <Link to={`/support/${ticket}`}>{texts.forTicket(ticket)}</Link>
            </>
          )}
        </>
      }
      state={
        <State tone={active ? 'busy' : 'off'}>{active ? texts.active : ended_at === null ? texts.expired : texts.ended}</State>
      }
      time={ended_at === null ? texts.until(formatMoment(expires_at)) : texts.endedAt(formatMoment(ended_at))}
      acts={
        active && (
          <Button label={texts.endOf(id)} refusal={refusal} busy={isRunning} onPress={() => void end()}>
            {texts.end}
          </Button>
        )
      }
    />
  );
}
