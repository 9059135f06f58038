import type { IdentityProvider } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { identityProviderQuery } from '../../data/team.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { State } from '../../parts/state.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { storeNext } from '../../shared/next.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { withUse } from './provider-input.ts';
import { texts } from './texts.ts';

type UseChange = 'enable' | 'disable' | 'require' | 'unrequire';

const USES: Record<UseChange, { enabled: boolean; required: boolean }> = {
  enable: { enabled: true, required: false },
  disable: { enabled: false, required: false },
  require: { enabled: true, required: true },
  unrequire: { enabled: true, required: false },
};

/** Shows the card that tests the identity provider, enables sign-ins with it, and makes them mandatory. */
export function ProviderUse({ provider }: { provider: IdentityProvider }) {
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<UseChange>();
  const { enabled, required, tested_at: tested, domains } = provider;
  const test = useAct((_input: undefined, options) => client.testIdentityProvider({}, options));
  const hasDomain = domains.some(({ verified_at }) => verified_at !== null);
  const missing = hasDomain ? undefined : texts.domainFirst;
  const put = refusalOf('putIdentityProvider');
  const begin = async () => {
    const begun = await test.run(undefined);
    if (begun === undefined) return;
    storeNext('/team/sign-in');
    location.assign(begun.url);
  };
  return (
    <Card title={texts.use} padded>
      <div className={css.form}>
        <Step
          title={texts.testTitle}
          what={texts.testWhat}
          state={<State tone={tested === null ? 'off' : 'ok'}>{tested === null ? texts.untested : formatLongDay(tested)}</State>}
        >
          <Button
            icon="external-link"
            refusal={refusalOf('testIdentityProvider') ?? missing}
            busy={test.isRunning}
            onPress={() => void begin()}
          >
            {texts.test}
          </Button>
        </Step>
        <RefusalNote refusal={test.refusal} fields="all" />
        <Step title={texts.enabled} what={texts.enableWhat} state={<OnOff isOn={enabled} />}>
          <Button
            refusal={put ?? (enabled ? undefined : (missing ?? (tested === null ? texts.testFirst : undefined)))}
            onPress={() => setOpen(enabled ? 'disable' : 'enable')}
          >
            {enabled ? texts.disable : texts.enable}
          </Button>
        </Step>
        <Step title={texts.required} what={texts.requireFor} state={<OnOff isOn={required} />}>
          <Button
            refusal={put ?? (enabled ? undefined : texts.enableFirst)}
            onPress={() => setOpen(required ? 'unrequire' : 'require')}
          >
            {required ? texts.unrequire : texts.require}
          </Button>
        </Step>
        <CallDetails call={{ operation: 'testIdentityProvider', input: {} }} />
      </div>
      {open && <UseDialog provider={provider} kind={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

const OnOff = ({ isOn }: { isOn: boolean }) => <State tone={isOn ? 'ok' : 'off'}>{isOn ? texts.on : texts.off}</State>;

function Step({ title, what, state, children }: { title: string; what: string; state: ReactNode; children: ReactNode }) {
  return (
    <div className={css.step}>
      <div>
        <h3>{title}</h3>
        <p className="soft">{what}</p>
      </div>
      {state}
      {children}
    </div>
  );
}

function UseDialog({ provider, kind, onClose }: { provider: IdentityProvider; kind: UseChange; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { role } = useMe();
  const what = {
    enable: texts.enableWhat,
    disable: texts.disableWhat,
    require: role === 'owner' ? texts.requireWhat : texts.requireFor,
    unrequire: texts.unrequireWhat,
  }[kind];
  return (
    <FormDialog
      title={texts.titles[kind]}
      operation="putIdentityProvider"
      input={withUse(provider, USES[kind])}
      button={texts[kind]}
      kind={kind === 'disable' || kind === 'require' ? 'danger' : 'main'}
      onDone={(saved) => queryClient.setQueryData(identityProviderQuery.queryKey, saved.identity_provider)}
      onClose={onClose}
    >
      <p>{what}</p>
    </FormDialog>
  );
}
