import type { SupportAccess as Consent } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { supportAccessQuery } from '../../data/team.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Rows } from '../../parts/rows.tsx';
import { EmptyListing, ListingHead } from '../../shared/listing.tsx';
import { TeamTabs } from '../../shared/team-tabs.tsx';
import { AllowDialog } from './allow-dialog.tsx';
import { ConsentRow } from './consent-row.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/team/support-access';
export const load = () => queryClient.prefetchQuery(supportAccessQuery);

const EXAMPLE = { hours: 24, scope: 'read' };

/** Shows whether the support has access to the account, grants access, and ends it. */
export function Page() {
  const { data: consents } = useSuspenseQuery(supportAccessQuery);
  const refusal = useRefusalOfAct()('createSupportAccess');
  const [isOpen, setOpen] = useState(false);
  const present = consents.filter(({ active }) => active);
  const allow = (
    <Button icon="plus" kind="main" refusal={refusal} onPress={() => setOpen(true)}>
      {texts.allow}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title}>{present.length > 0 && allow}</ListingHead>
      <TeamTabs />
      <div className={css.stack}>
        <p className="soft">{texts.what}</p>
        {present.length === 0 ? (
          <EmptyListing sentence={texts.empty} call={{ operation: 'createSupportAccess', input: EXAMPLE }}>
            {allow}
          </EmptyListing>
        ) : (
          <Consents title={texts.present} consents={present} />
        )}
        <Consents title={texts.earlier} consents={consents.filter(({ active }) => !active)} />
      </div>
      {isOpen && <AllowDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Consents({ title, consents }: { title: string; consents: readonly Consent[] }) {
  if (consents.length === 0) return null;
  return (
    <Card title={title}>
      <Rows label={title}>
        {consents.map((consent) => (
          <ConsentRow key={consent.id} consent={consent} />
        ))}
      </Rows>
    </Card>
  );
}
