import { useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useMe } from '../../data/session.ts';
import { reloadAllTabs } from '../../data/tabs.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Name } from '../../parts/name.tsx';
import { showRefusal } from '../../shared/toast.tsx';
import css from './shell.module.css';
import { texts } from './texts.ts';

/** Shows the account, and switches to another account of the person. All tabs follow, since they share one cookie. */
export function AccountSwitch() {
  const { account, user, accounts } = useMe();
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { run } = useAct((id: number, options) => client.updateSession({ account_id: id }, options), showRefusal);
  const others = accounts.filter(({ id }) => id !== account.id);
  const who = (
    <span>
      <b>
        <Name text={account.name} />
      </b>
      {user.email}
    </span>
  );
  if (others.length === 0) return <div className={css.switch}>{who}</div>;
  const choose = async (id: number) => {
    if (await run(id)) reloadAllTabs('/');
  };
  return (
    <>
      <button
        type="button"
        ref={ref}
        className={css.switch}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {who}
        <Icon name="chevron-down" size="small" />
      </button>
      {isOpen && ref.current && (
        <Menu
          label={texts.switchAccount}
          anchor={ref.current}
          groups={[
            others.map(({ id, name }) => ({
              key: id,
              label: <Name text={name} />,
              icon: 'user',
              onPress: () => void choose(id),
            })),
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
