import type { Session } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Tag } from '../../parts/state.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { refetchSecurity, sessionsQuery } from './data.ts';
import { nameBrowser } from './name-browser.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the browsers that are signed in, and ends their sign-ins. */
export function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const one = useAct(async (id: number, options) => {
    await client.deleteSession({ id }, options);
    return true;
  });
  const others = useAct(async (_input: undefined, options) => {
    await client.deleteOtherSessions({}, options);
    return true;
  });
  const after = async (done: Promise<boolean | undefined>) => {
    if (await done) await refetchSecurity();
  };
  return (
    <Card title={texts.sessions}>
      <ul className={css.rows}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>
                <Name text={nameBrowser(session.user_agent)} />
              </b>
              <small>{describe(session)}</small>
            </div>
            {session.current ? (
              <Tag tone="ok">{texts.thisBrowser}</Tag>
            ) : (
              <Button kind="bare" busy={one.isRunning} onPress={() => void after(one.run(session.id))}>
                {texts.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <RefusalNote refusal={one.refusal ?? others.refusal} />
        <span className="gap" />
        {sessions.length > 1 && (
          <Button icon="log-out" busy={others.isRunning} onPress={() => void after(others.run(undefined))}>
            {texts.endOthers}
          </Button>
        )}
      </div>
    </Card>
  );
}

function describe({ last_used_from, last_used_at, created_at, single_sign_on }: Session): string {
  return [
    texts.since(formatDay(created_at)),
    texts.lastUsed(formatDay(last_used_at)),
    ...(last_used_from === null ? [] : [texts.from(last_used_from)]),
    ...(single_sign_on ? [texts.bySingleSignOn] : []),
  ].join(', ');
}
