import type { NewWebhook } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { refetchWebhooks, webhooksQuery } from '../../data/webhooks.ts';
import { Button } from '../../parts/button.tsx';
import { Link } from '../../router/router.tsx';
import { Cell, EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { describeEvents, titleOf, WebhookName, WebhookState } from '../../shared/webhooks/state.tsx';
import { AddWebhookDialog, WebhookSecretDialog } from '../../shared/webhooks/webhook-dialogs.tsx';
import { WebhookMenu } from '../../shared/webhooks/webhook-menu.tsx';
import css from '../../shared/webhooks/webhooks.module.css';
import { texts as webhookTexts } from '../../shared/webhooks-texts.ts';
import { texts } from './texts.ts';

export const path = '/webhooks';
export const load = () => queryClient.prefetchQuery(webhooksQuery);

const EXAMPLE = { url: 'https://example.com/hooks/hosting' };

const COLUMNS = [
  { kind: 'main', title: texts.columns.receiver },
  { kind: 'wide', title: texts.columns.events },
  { kind: 'sub', title: texts.columns.status },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the receivers of events, and whether they answer. */
export function Page() {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<'add' | NewWebhook>();
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement | undefined }>();
  const close = () => setOpen(undefined);
  const menuWebhook = webhooks.find(({ id }) => id === menu?.id);
  const add = (
    <Button icon="plus" kind="main" refusal={refusalOf('createWebhook')} onPress={() => setOpen('add')}>
      {webhookTexts.add}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title} count={webhooks.length === 0 ? undefined : webhooks.length}>
        {webhooks.length > 0 && add}
      </ListingHead>
      {webhooks.length === 0 ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'createWebhook', input: EXAMPLE }}>
          {add}
        </EmptyListing>
      ) : (
        <Listing label={texts.title} columns={COLUMNS}>
          {webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <Cell kind="main">
                <Link to={`/webhooks/${webhook.id}`} className="link">
                  <WebhookName webhook={webhook} />
                </Link>
                {webhook.name !== '' && <small className={css.url}>{webhook.url}</small>}
              </Cell>
              <Cell kind="wide">{describeEvents(webhook.event_types)}</Cell>
              <Cell kind="sub">
                <WebhookState webhook={webhook} />
              </Cell>
              <Cell kind="acts">
                <Button
                  icon="ellipsis"
                  kind="bare"
                  label={texts.acts(titleOf(webhook))}
                  expanded={menu?.anchor !== undefined && menu.id === webhook.id}
                  onPress={(anchor) => setMenu({ id: webhook.id, anchor })}
                />
              </Cell>
            </tr>
          ))}
        </Listing>
      )}
      {menu && menuWebhook && (
        <WebhookMenu
          webhook={menuWebhook}
          anchor={menu.anchor}
          onClose={() => setMenu({ id: menuWebhook.id, anchor: undefined })}
        />
      )}
      {open === 'add' && (
        <AddWebhookDialog
          onCreated={(made) => {
            setOpen(made);
            void refetchWebhooks();
          }}
          onClose={close}
        />
      )}
      {typeof open === 'object' && <WebhookSecretDialog webhook={open} onClose={close} />}
    </>
  );
}
