import type { NewWebhook, Webhook } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { refetchWebhooks, webhooksQuery } from '../../data/webhooks.ts';
import { fields as newFields } from '../../rules/fields/createWebhook.gen.ts';
import { fields } from '../../rules/fields/updateWebhook.gen.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { RotateDialog } from '../rotate-dialog.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { SecretFormDialog } from '../secret-form-dialog.tsx';
import { texts as secretTexts } from '../secret-texts.ts';
import { texts } from '../webhooks-texts.ts';
import { titleOf, WebhookName } from './state.tsx';
import { draftOf, NEW_WEBHOOK, refusalOfDraft, toWebhook, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

const readList = () => queryClient.fetchQuery({ ...webhooksQuery, staleTime: 0 });
const cachedWebhookIds = () => new Set(queryClient.getQueryData<Webhook[]>(webhooksQuery.queryKey)?.map(({ id }) => id));

/** Shows the dialog that adds a receiver of events. */
export function AddWebhookDialog({ onCreated, onClose }: { onCreated: (made: NewWebhook) => void; onClose: () => void }) {
  const [draft, setDraft] = useState<WebhookDraft>(NEW_WEBHOOK);
  const [known] = useState(cachedWebhookIds);
  return (
    <SecretFormDialog
      title={texts.addTitle}
      operation="createWebhook"
      input={toWebhook(draft)}
      button={texts.add}
      refusal={refusalOfDraft(draft)}
      wasDone={async () => (await readList()).some(({ id }) => !known.has(id))}
      lost={texts.lostMade}
      onClosed={onCreated}
      onClose={onClose}
    >
      {(refusal) => <WebhookFields rules={newFields} draft={draft} refusal={refusal} onChange={setDraft} />}
    </SecretFormDialog>
  );
}

/** Shows the dialog that changes the URL, the name or the events of a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const before = toWebhook(draftOf(webhook));
  const { url, name, event_types: types } = toWebhook(draft);
  const changes = {
    ...(url === before.url ? {} : { url }),
    ...(name === before.name ? {} : { name }),
    ...([...types].sort().join() === [...before.event_types].sort().join() ? {} : { event_types: types }),
  };
  return (
    <FormDialog
      title={
        <>
          {texts.editTitle} <WebhookName webhook={webhook} />
        </>
      }
      operation="updateWebhook"
      input={{ id: webhook.id, ...changes }}
      button={texts.save}
      refusal={refusalOfDraft(draft) ?? (Object.keys(changes).length === 0 ? texts.unchanged : undefined)}
      onDone={refetchWebhooks}
      onClose={onClose}
    >
      {(refusal) => <WebhookFields rules={fields} draft={draft} refusal={refusal} onChange={setDraft} />}
    </FormDialog>
  );
}

const OVERLAPS = ['0', '60', '1440', '10080'] as const;

/** Shows the dialog that replaces the secret of a webhook. */
export function RotateSecretDialog({
  webhook,
  onCreated,
  onClose,
}: {
  webhook: Webhook;
  onCreated: (made: NewWebhook) => void;
  onClose: () => void;
}) {
  const { id, previous_secret_until: before } = webhook;
  return (
    <RotateDialog
      name={<WebhookName webhook={webhook} />}
      id={id}
      operation="rotateWebhookSecret"
      texts={texts}
      overlaps={OVERLAPS}
      first="1440"
      wasRotated={async () => (await client.getWebhook({ id })).previous_secret_until !== before}
      onCreated={onCreated}
      onClose={onClose}
    />
  );
}

/** Shows the dialog that deletes a webhook with its deliveries. */
export function DeleteWebhookDialog({
  webhook,
  onClose,
  onDeleted,
}: {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: () => void;
}) {
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      name={titleOf(webhook)}
      operation="deleteWebhook"
      id={webhook.id}
      lists={{ queryKey: webhooksQuery.queryKey }}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>{texts.deleteWhat}</p>
    </DeleteDialog>
  );
}

/** Shows the secret of a webhook, once. */
export function WebhookSecretDialog({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  return (
    <SecretDialog
      title={
        <>
          {texts.secretTitle} <WebhookName webhook={webhook} />
        </>
      }
      label={texts.copySecret}
      secret={webhook.secret}
      onClose={onClose}
    >
      <p>
        {secretTexts.once} {texts.secretWhat}
      </p>
    </SecretDialog>
  );
}
