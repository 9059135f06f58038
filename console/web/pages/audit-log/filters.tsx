import { useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { OPERATIONS } from '../../rules/operations.gen.ts';
import type { OperationRule } from '../../rules/rule.ts';
import { membersQuery } from './data.ts';
import { type Filter, isFiltered, PERIODS, titleOfAction, titleOfKind } from './filter.ts';
import css from './page.module.css';
import { THING_KINDS, texts } from './texts.ts';

/** Operations that the audit log records: all that change something. */
const CHANGES = Object.entries<OperationRule>(OPERATIONS).flatMap(([name, { changes }]) => (changes ? [name] : []));

function optionsOf(values: Iterable<string>, titleOf: (value: string) => string) {
  return [...new Set(values)].map((value) => ({ value, label: titleOf(value) })).sort((a, b) => a.label.localeCompare(b.label));
}

/** Shows the filters of the audit log: action, person, resource and period. `seen`: actions of the shown entries. */
export function Filters({
  filter,
  seen,
  onChange,
}: {
  filter: Filter;
  seen: readonly string[];
  onChange: (change: Partial<Filter>) => void;
}) {
  const { action, user, kind, id, period } = filter;
  const { data: members = [] } = useQuery(membersQuery);
  const persons = members.map((member) => ({ value: member.id, label: member.email }));
  if (user !== undefined && members.every((member) => member.id !== user)) {
    persons.push({ value: user, label: texts.unknownUser(user) });
  }
  return (
    <div className={css.filters}>
      <Select
        label={texts.act}
        empty={texts.allActs}
        value={action ?? null}
        options={optionsOf([...CHANGES, ...seen, ...(action === undefined ? [] : [action])], titleOfAction)}
        onChange={(value) => onChange({ action: value ?? undefined })}
      />
      <Select
        label={texts.person}
        empty={texts.allPersons}
        value={user ?? null}
        options={persons}
        onChange={(value) => onChange({ user: value ?? undefined })}
      />
      <Select
        label={texts.thing}
        empty={texts.allThings}
        value={kind ?? null}
        options={optionsOf([...THING_KINDS, ...(kind === undefined ? [] : [kind])], titleOfKind)}
        onChange={(value) => onChange({ kind: value ?? undefined, id: undefined })}
      />
      <Segments
        label={texts.period}
        value={period}
        options={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        onChange={(value) => onChange({ period: value })}
      />
      {kind !== undefined && id !== undefined && (
        <Button icon="x" onPress={() => onChange({ id: undefined })}>
          {texts.only(texts.thingOf(titleOfKind(kind), id))}
        </Button>
      )}
      {isFiltered(filter) && (
        <Button kind="bare" onPress={() => onChange({ action: undefined, user: undefined, kind: undefined, id: undefined })}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
