import type { UpdateUser, User } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { userQuery } from '../../data/user.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CallDetails } from '../../parts/call.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { Select } from '../../parts/select.tsx';
import { showToast } from '../../parts/toast.tsx';
import { texts } from '../../texts/en/profile.ts';
import { languageOptions } from './languages.ts';
import css from './profile.module.css';

/** Shows the form that sets the language of mails, and the newsletter. */
export function Messages({ user }: { user: User }) {
  const refusalOf = useRefusalOfAct();
  const [language, setLanguage] = useState(user.language);
  const [newsletter, setNewsletter] = useState(user.newsletter);
  const { run, isRunning, refusal } = useAct((changes: UpdateUser, options) => client.updateUser(changes, options));
  const input = { language, newsletter };
  const save = async () => {
    const saved = await run(input);
    if (saved === undefined) return;
    queryClient.setQueryData(userQuery.queryKey, saved);
    showToast('ok', texts.saved);
  };
  return (
    <Card title={texts.messages} padded>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div>
          <Select
            label={texts.language}
            value={language}
            options={languageOptions(user.language)}
            onChange={(value) => value !== null && setLanguage(value)}
          />
          <small className={css.hint}>{texts.languageHint}</small>
          <FieldError>{refusal?.fields.language}</FieldError>
        </div>
        <label className={css.choice}>
          <Choice type="checkbox" checked={newsletter} onChange={(event) => setNewsletter(event.target.checked)} />
          <span>{texts.newsletter}</span>
        </label>
        <RefusalNote refusal={refusal} />
        <div>
          <Button type="submit" busy={isRunning} refusal={refusalOf('updateUser')}>
            {texts.save}
          </Button>
        </div>
        <CallDetails call={{ operation: 'updateUser', input }} />
      </form>
    </Card>
  );
}
