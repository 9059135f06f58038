import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../data/session.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icon-names.ts';
import { useRouter } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { NewKey } from '../../shared/new-key.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Order that the page shows as a command. */
const EXAMPLE = { name: 'first', plan: 'nano', image_id: 1 };

/** Shows the first steps of an account without servers. Completed steps stay, with their result. */
export function FirstSteps() {
  const { navigate } = useRouter();
  const { installation, user } = useMe();
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <Card title={texts.begin}>
      <ol className={css.steps}>
        <Step icon="server" sentence={texts.noServer}>
          <Button kind="main" icon="plus" onPress={() => navigate('/deploy')}>
            {texts.deploy}
          </Button>
        </Step>
        <Step icon="key-round" sentence={texts.keyWhy} done={keys.length > 0 ? texts.hasKeys(keys.length) : undefined}>
          {!isAdding && <Button onPress={() => setAdding(true)}>{texts.addKey}</Button>}
        </Step>
        {isAdding && (
          <li className={css.wide}>
            <NewKey onAdded={() => setAdding(false)} onCancel={() => setAdding(false)} />
          </li>
        )}
        <Step
          icon="fingerprint-pattern"
          sentence={texts.passkeyWhy}
          done={user.passkeys > 0 ? texts.hasPasskeys(user.passkeys) : undefined}
        >
          <Button refusal={installation.passkeys ? undefined : texts.noPasskeysHere} onPress={() => navigate('/security')}>
            {texts.addPasskey}
          </Button>
        </Step>
      </ol>
      <div className={css.below}>
        <CallDetails call={{ operation: 'deployServer', input: EXAMPLE }} />
      </div>
    </Card>
  );
}

function Step({
  icon,
  sentence,
  done,
  children,
}: {
  icon: IconName;
  sentence: string;
  done?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li data-done={done !== undefined || undefined}>
      <Icon name={done === undefined ? icon : 'circle-check'} />
      <span>{done ?? sentence}</span>
      {children}
    </li>
  );
}
