import type { NewWebhook, Webhook } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type Act, useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { refetchWebhooks } from '../../data/webhooks.ts';
import { Menu } from '../../parts/menu.tsx';
import { useRouter } from '../../router/router.tsx';
import { CallDialog } from '../call.tsx';
import { texts as partTexts } from '../texts.ts';
import { showRefusal, showToast } from '../toast.tsx';
import { texts } from '../webhooks-texts.ts';
import { titleOf } from './state.tsx';
import { DeleteWebhookDialog, EditWebhookDialog, RotateSecretDialog, WebhookSecretDialog } from './webhook-dialogs.tsx';

/** Returns the act that sends a test, and the reason if it is unavailable. */
export function useTest({ enabled }: Pick<Webhook, 'enabled'>): {
  act: Act<{ id: number }, unknown>;
  refusal: string | undefined;
} {
  const refusalOf = useRefusalOfAct();
  const act = useAct(async (input: { id: number }, options) => {
    const delivery = await client.testWebhook(input, options);
    await refetchWebhooks();
    return delivery;
  }, showRefusal);
  return { act, refusal: enabled ? refusalOf('testWebhook') : texts.enableFirst };
}

/** Shows the menu of a webhook and its dialogs. `anchor` is missing while only a dialog is open. */
export function WebhookMenu({
  webhook,
  anchor,
  onClose,
}: {
  webhook: Webhook;
  anchor: HTMLElement | undefined;
  onClose: () => void;
}) {
  const { location, navigate } = useRouter();
  const refusalOf = useRefusalOfAct();
  const test = useTest(webhook);
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | 'calls' | NewWebhook>();
  const { run: enable } = useAct(async (input: { id: number; enabled: boolean }, options) => {
    const changed = await client.updateWebhook(input, options);
    await refetchWebhooks();
    return changed;
  }, showRefusal);
  const { id, enabled } = webhook;
  const close = () => setOpen(undefined);
  const setEnabled = async () => {
    if (await enable({ id, enabled: !enabled })) showToast('ok', enabled ? texts.disabledNow : texts.enabledNow);
  };
  const sendTest = async () => {
    if (!(await test.act.run({ id }))) return;
    showToast('ok', texts.testSent);
    if (location.path !== `/webhooks/${id}`) navigate(`/webhooks/${id}`);
  };
  const groups = [
    [{ label: texts.test, icon: 'rotate-cw', refusal: test.refusal, onPress: () => void sendTest() }],
    [
      { label: texts.edit, icon: 'pencil', refusal: refusalOf('updateWebhook'), onPress: () => setOpen('edit') },
      { label: texts.rotate, icon: 'refresh-cw', refusal: refusalOf('rotateWebhookSecret'), onPress: () => setOpen('rotate') },
      {
        label: enabled ? texts.disable : texts.enable,
        icon: enabled ? 'power-off' : 'power',
        refusal: refusalOf('updateWebhook'),
        onPress: () => void setEnabled(),
      },
      {
        label: texts.delete,
        icon: 'trash-2',
        danger: true,
        refusal: refusalOf('deleteWebhook'),
        onPress: () => setOpen('delete'),
      },
    ],
    [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => setOpen('calls') }],
  ] as const;
  return (
    <>
      {anchor && <Menu label={titleOf(webhook)} anchor={anchor} groups={groups} onClose={onClose} />}
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && (
        <RotateSecretDialog
          webhook={webhook}
          onCreated={(made) => {
            setOpen(made);
            void refetchWebhooks();
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <DeleteWebhookDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => {
            if (location.path !== '/webhooks') navigate('/webhooks', { replace: true });
          }}
        />
      )}
      {open === 'calls' && <CallDialog calls={callsOf(webhook)} onClose={close} />}
      {typeof open === 'object' && <WebhookSecretDialog webhook={open} onClose={close} />}
    </>
  );
}

const callsOf = ({ id, enabled }: Webhook) =>
  [
    { operation: 'testWebhook', input: { id } },
    { operation: 'updateWebhook', input: { id, enabled: !enabled } },
    { operation: 'rotateWebhookSecret', input: { id, overlap_minutes: 1_440 } },
    { operation: 'deleteWebhook', input: { id } },
  ] as const;
