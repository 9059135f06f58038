import type { IdentityProvider } from '@innkeeper/sdk/index';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { identityProviderQuery } from '../../data/team.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { State } from '../../parts/state.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the domains, and proves them by their DNS records. */
export function Domains({ provider }: { provider: IdentityProvider }) {
  const queryClient = useQueryClient();
  const refusal = useRefusalOfAct()('verifyIdentityDomains');
  const [isChecked, setChecked] = useState(false);
  const act = useAct((_input: undefined, options) => client.verifyIdentityDomains({}, options));
  const isProven = provider.domains.every(({ verified_at }) => verified_at !== null);
  const check = async () => {
    const checked = await act.run(undefined);
    if (checked === undefined) return;
    setChecked(true);
    queryClient.setQueryData(identityProviderQuery.queryKey, checked.identity_provider);
  };
  return (
    <Card title={texts.domainsTitle} padded>
      <div className={css.form}>
        <ul className={css.domains}>
          {provider.domains.map(({ name, verified_at, record_name, record_value }) => (
            <li key={name}>
              <b>
                <Name text={name} />
              </b>
              <State tone={verified_at === null ? 'busy' : 'ok'}>
                {verified_at === null ? texts.unverified : texts.verified(formatLongDay(verified_at))}
              </State>
              {verified_at === null && (
                <div className={css.record}>
                  <p className="soft">{texts.recordWhat}</p>
                  <CopyLine text={record_name} label={texts.copyName(name)} />
                  <CopyLine text={record_value} label={texts.copyValue(name)} />
                </div>
              )}
            </li>
          ))}
        </ul>
        {isChecked && <Note tone={isProven ? 'ok' : 'busy'}>{isProven ? texts.checked : texts.stillMissing}</Note>}
        <RefusalNote refusal={act.refusal} fields="all" />
        {!isProven && (
          <>
            <div className={css.buttons}>
              <Button icon="rotate-cw" refusal={refusal} busy={act.isRunning} onPress={() => void check()}>
                {texts.check}
              </Button>
            </div>
            <CallDetails call={{ operation: 'verifyIdentityDomains', input: {} }} />
          </>
        )}
      </div>
    </Card>
  );
}
