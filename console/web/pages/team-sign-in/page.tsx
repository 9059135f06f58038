import type { IdentityProvider } from '@innkeeper/sdk/index';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { mayRead, useMe } from '../../data/session.ts';
import { identityProviderQuery } from '../../data/team.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { Losses } from '../../parts/losses.tsx';
import { can } from '../../rules/can.ts';
import { Empty } from '../../shared/empty.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { ListingHead } from '../../shared/listing.tsx';
import { TeamTabs } from '../../shared/team-tabs.tsx';
import { ROLE_WORDS } from '../../shared/team-texts.ts';
import { Domains } from './domains.tsx';
import css from './page.module.css';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderUse } from './provider-use.tsx';
import { texts } from './texts.ts';

export const path = '/team/sign-in';
export const load = () => mayRead('getIdentityProvider') && queryClient.prefetchQuery(identityProviderQuery);

/** Provider that the empty page shows as a command. */
const EXAMPLE = { issuer: 'https://login.example.com', client_id: 'innkeeper', domains: ['example.com'] };

/** Shows the page that sets up the sign-in with the company's identity provider. Roles that do not manage members see a refusal. */
export function Page() {
  const refusal = useRefusalOfAct()('getIdentityProvider');
  const mayRead = 'yes' in can('getIdentityProvider', undefined, useMe());
  return (
    <>
      <ListingHead title={texts.title} />
      <TeamTabs />
      {mayRead ? <Settings /> : <Note icon="lock">{refusal}</Note>}
    </>
  );
}

function Settings() {
  const { data: provider } = useSuspenseQuery(identityProviderQuery);
  const refusal = useRefusalOfAct()('putIdentityProvider');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.stack}>
      {provider === null ? (
        <Card title={texts.none}>
          <Empty sentence={texts.what} call={{ operation: 'putIdentityProvider', input: EXAMPLE }}>
            <Button kind="main" icon="plus" refusal={refusal} onPress={() => setOpen(true)}>
              {texts.setUp}
            </Button>
          </Empty>
        </Card>
      ) : (
        <>
          <ProviderCard provider={provider} onChange={() => setOpen(true)} />
          <Domains provider={provider} />
          <ProviderUse provider={provider} />
        </>
      )}
      {isOpen && <ProviderDialog provider={provider} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ProviderCard({ provider, onChange }: { provider: IdentityProvider; onChange: () => void }) {
  const refusalOf = useRefusalOfAct();
  const [isRemoving, setRemoving] = useState(false);
  const { issuer, client_id, redirect_url, default_role, trusted_amr, trusted_acr, trust_email, tested_at } = provider;
  return (
    <Card title={texts.provider} padded>
      <div className={css.form}>
        <Facts
          rows={[
            [texts.facts.issuer, issuer],
            [texts.facts.client, client_id],
            [texts.facts.role, default_role === null ? texts.needInvitation : texts.become(ROLE_WORDS[default_role])],
            [texts.facts.amr, trusted_amr.length === 0 ? null : trusted_amr.join(', ')],
            [texts.facts.acr, trusted_acr.length === 0 ? null : trusted_acr.join(', ')],
            [texts.facts.trustEmail, trust_email ? texts.trusted : null],
            [texts.facts.tested, tested_at === null ? texts.untested : formatLongDay(tested_at)],
          ]}
        />
        <div>
          <h3>{texts.redirect}</h3>
          <p className="soft">{texts.redirectWhat}</p>
          <CopyLine text={redirect_url} label={texts.copyRedirect} />
        </div>
        <div className={css.buttons}>
          <Button icon="pencil" refusal={refusalOf('putIdentityProvider')} onPress={onChange}>
            {texts.change}
          </Button>
          <Button kind="bare" refusal={refusalOf('deleteIdentityProvider')} onPress={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        </div>
      </div>
      {isRemoving && <RemoveDialog count={provider.domains.length} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemoveDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <FormDialog
      title={texts.removeTitle}
      operation="deleteIdentityProvider"
      input={{}}
      button={texts.remove}
      kind="danger"
      onDone={() => queryClient.invalidateQueries({ queryKey: identityProviderQuery.queryKey })}
      onClose={onClose}
    >
      <Losses
        rows={[
          ['log-out', texts.lossSignIns],
          ['key-round', texts.lossPasswords],
          ['network', texts.lossDomains(count)],
        ]}
      />
    </FormDialog>
  );
}
