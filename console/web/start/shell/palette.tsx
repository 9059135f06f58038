import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { readAllSummaries, useServerIndex } from '../../data/servers.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icon-names.ts';
import { Name } from '../../parts/name.tsx';
import { useRouter } from '../../router/router.tsx';
import { titles } from '../../shared/titles.gen.ts';
import { NAVIGATION_ENTRIES } from './navigation.ts';
import css from './palette.module.css';
import { texts } from './texts.ts';

interface Option {
  key: string;
  icon: IconName;
  label: ReactNode;
  meta?: string;
  go: () => void;
}

const MAX_SERVERS_SHOWN = 8;

/** Shows a search over pages and servers. Arrow keys select, Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const groups = useGroups(query, onClose);
  const options = groups.flatMap(({ options: found }) => found);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, options.length));
    else if (event.key === 'ArrowUp') setAt((at - 1 + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter') options[at]?.go();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is for the area around it
    <dialog
      ref={ref}
      className={css.palette}
      aria-label={texts.palette.title}
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={css.query}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={texts.palette.title}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={options[at] === undefined ? undefined : `${id}-${options[at].key}`}
          placeholder={texts.palette.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div role="listbox" id={`${id}-list`} className={css.list} aria-label={texts.palette.title}>
        {options.length === 0 && <p className={css.nothing}>{texts.palette.nothing}</p>}
        {groups.map(({ title, options: found }) =>
          found.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: the groups of a list box have this role, and no element has it
            <div role="group" aria-label={title} key={title}>
              <p className={css.group} aria-hidden="true">
                {title}
              </p>
              {found.map((option) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and the keys
                <div
                  key={option.key}
                  id={`${id}-${option.key}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={options[at] === option}
                  className={css.option}
                  onClick={option.go}
                >
                  <Icon name={option.icon} />
                  {option.label}
                  {option.meta !== undefined && <span className={css.meta}>{option.meta}</span>}
                </div>
              ))}
            </div>
          ),
        )}
      </div>
    </dialog>
  );
}

function useGroups(query: string, close: () => void): { title: string; options: Option[] }[] {
  const { navigate } = useRouter();
  const { ids } = useServerIndex();
  const words = query.trim().toLowerCase();
  const go = (to: string) => () => {
    close();
    navigate(to);
  };
  const pages: Option[] = [
    ...NAVIGATION_ENTRIES.map(({ to, label, icon }) => ({ key: `page${to}`, icon, label, go: go(to) })),
    { key: 'deploy', icon: 'plus', label: titles['/deploy'], go: go('/deploy') },
  ];
  const servers = readAllSummaries(ids)
    .filter(({ hostname, main_ip }) => words === '' || hostname.toLowerCase().includes(words) || main_ip?.includes(words))
    .slice(0, MAX_SERVERS_SHOWN);
  return [
    { title: texts.palette.pages, options: pages.filter(({ label }) => String(label).toLowerCase().includes(words)) },
    {
      title: texts.palette.servers,
      options: servers.map(({ id, hostname, main_ip }) => ({
        key: `server-${id}`,
        icon: 'server',
        label: <Name text={hostname} />,
        ...(main_ip === null ? {} : { meta: main_ip }),
        go: go(`/servers/${id}`),
      })),
    },
  ];
}
