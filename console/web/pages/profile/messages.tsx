import type { UpdateUser, User } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { userQuery } from '../../data/user.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CheckList, ChoiceGroup } from '../../parts/choice-group.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { fields } from '../../rules/fields/updateUser.gen.ts';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { showToast } from '../../shared/toast.tsx';
import { languageOptions } from './languages.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

type MutedMail = User['muted_mails'][number];

const SWITCHES = Object.keys(texts.mailSwitches) as MutedMail[];

/** Shows the form that sets the language of mails, the mails that a user gets, and the newsletter. */
export function Messages({ user }: { user: User }) {
  const refusalOf = useRefusalOfAct();
  const [language, setLanguage] = useState(user.language);
  const [newsletter, setNewsletter] = useState(user.newsletter);
  const [muted, setMuted] = useState<readonly MutedMail[]>(user.muted_mails);
  const { run, isRunning, refusal } = useAct((changes: UpdateUser, options) => client.updateUser(changes, options));
  const input = { language, newsletter, muted_mails: [...muted] };
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
            rule={fields.language}
            options={languageOptions(user.language)}
            onChange={(value) => value !== null && setLanguage(value)}
          />
          <small className={css.hint}>{texts.languageHint}</small>
          <FieldError>{refusal?.fields.language}</FieldError>
        </div>
        <ChoiceGroup
          legend={texts.mails}
          hint={texts.mailsHint}
          error={refusal?.fields.muted_mails}
          rule={fields.muted_mails}
          sent={input.muted_mails}
        >
          <CheckList
            items={SWITCHES.map((value) => ({ value, label: texts.mailSwitches[value] }))}
            chosen={othersOf(muted)}
            onChange={(chosen) => setMuted(othersOf(chosen))}
          />
        </ChoiceGroup>
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

/** Returns the mails that are not in the list: those that a user gets, or those that are muted. */
const othersOf = (mails: readonly MutedMail[]): MutedMail[] => SWITCHES.filter((mail) => !mails.includes(mail));
