import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { setPreference, type Theme, usePreferences } from '../../data/preferences.ts';
import { purgeDrafts } from '../../data/remove-drafts.ts';
import { useMe } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Segments } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { Popover } from './popover.tsx';
import css from './shell.module.css';
import { texts } from './texts.ts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Shows the settings of this browser, and the sign-out. */
export function PersonMenu({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const { theme, singleKeys } = usePreferences();
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    await client.deleteCurrentSession({}, options);
    return true;
  });
  const signOut = async () => {
    // A refused sign-out must not look successful, because the cookie still opens the account.
    if (!(await run(undefined))) return;
    purgeDrafts(user.id);
    reloadAllTabs('/sign-in', 'signed-out');
  };
  return (
    <Popover label={texts.person(user.name)} onClose={onClose}>
      <h2>
        <Name text={user.name} />
        <br />
        <span className="faint">{user.email}</span>
      </h2>
      <div className={css.setting}>
        {texts.theme}
        <Segments
          label={texts.theme}
          value={theme}
          options={THEMES.map((value) => ({ value, label: texts.themes[value] }))}
          onChange={(value) => setPreference('theme', value)}
        />
      </div>
      <label className={css.setting}>
        <span>
          {texts.singleKeys}
          <small>{texts.singleKeysHint}</small>
        </span>
        <Choice type="checkbox" checked={singleKeys} onChange={(event) => setPreference('singleKeys', event.target.checked)} />
      </label>
      <div className={css.setting}>
        <Button icon="log-out" busy={isRunning} onPress={() => void signOut()}>
          {texts.signOut}
        </Button>
        <RefusalNote refusal={refusal} />
      </div>
    </Popover>
  );
}
