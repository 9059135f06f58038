import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { deliveriesQuery, webhookQuery } from '../../data/webhooks.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Time } from '../../parts/time.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { dayAndTime, describeEvents, titleOf, WebhookName, WebhookState } from '../../shared/webhooks/state.tsx';
import { useTest, WebhookMenu } from '../../shared/webhooks/webhook-menu.tsx';
import css from '../../shared/webhooks/webhooks.module.css';
import { texts as webhookTexts } from '../../shared/webhooks-texts.ts';
import { Deliveries } from './deliveries.tsx';
import { texts } from './texts.ts';

export const path = '/webhooks/:id';
export const load = ({ id }: Params) => [
  queryClient.prefetchQuery(webhookQuery(Number(id))),
  queryClient.prefetchInfiniteQuery(deliveriesQuery(Number(id), undefined)),
];

/** Shows a webhook: whether its receiver answers, and its deliveries. */
export function Page() {
  const id = useIdOfPath();
  const { data: webhook } = useSuspenseQuery(webhookQuery(id));
  const { act, refusal } = useTest(webhook);
  const [menu, setMenu] = useState<HTMLElement>();
  const title = titleOf(webhook);
  useEffect(() => setTitle(title), [title]);
  const { enabled, disabled_reason: reason, failing_since: since, previous_secret_until: previous } = webhook;
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>
          <WebhookName webhook={webhook} />
        </h1>
        <span role="status">
          <WebhookState webhook={webhook} />
        </span>
        <span className="gap" />
        <Button kind="main" refusal={refusal} busy={act.isRunning} onPress={() => void act.run({ id })}>
          {webhookTexts.test}
        </Button>
        <Button icon="ellipsis" label={texts.moreActions} expanded={menu !== undefined} onPress={setMenu} />
      </div>
      {enabled && since !== null && <Note tone="bad">{texts.failingNote(dayAndTime(since))}</Note>}
      {!enabled && reason === 'failing' && <Note tone="bad">{texts.disabledNote}</Note>}
      <Card title={texts.receiver} padded>
        <Facts
          rows={[
            [
              texts.facts.url,
              <span key="url" className="mono">
                {webhook.url}
              </span>,
            ],
            [texts.facts.events, describeEvents(webhook.event_types)],
            [
              texts.facts.previous,
              previous !== null && Date.parse(previous) > Date.now() ? texts.previousUntil(dayAndTime(previous)) : null,
            ],
            [texts.facts.created, <Time key="created" at={webhook.created_at} format={formatLongDay} />],
          ]}
        />
      </Card>
      <Deliveries webhook={webhook} />
      <WebhookMenu webhook={webhook} anchor={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
}
