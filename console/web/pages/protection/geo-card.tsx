import { COUNTRY_CODES } from '@innkeeper/model/people/country-codes';
import type { GeoFilter, IpAddress } from '@innkeeper/sdk/index';
import { useMemo, useState } from 'react';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { FieldError, Segments } from '../../parts/field.tsx';
import { formatCountry } from '../../parts/format.ts';
import { Menu } from '../../parts/menu.tsx';
import { Select } from '../../parts/select.tsx';
import { Tag } from '../../parts/state.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { deleteGeo, type Lists, setGeo, switchGeo } from './changes.ts';
import css from './page.module.css';
import { texts } from './texts.ts';
import { usePendingChange, useRefusalOfChange } from './use-pending-change.ts';

type NewFilter = Pick<GeoFilter, 'action' | 'countries'>;

/** Filter in the form. `base`: the saved filter that it changes, as text. */
interface Draft extends NewFilter {
  base: string;
}

/** Shows the geo filter of an address, and changes it. Each change is first tried on the last hour. */
export function GeoCard({ address, filter, lists }: { address: IpAddress; filter: GeoFilter; lists: Lists }) {
  const { id } = address;
  const { geo_filter: hasData } = useMe().installation;
  const [draft, setDraft] = useState<Draft>();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [showsCalls, setShowsCalls] = useState(false);
  const pendingChange = usePendingChange(id);
  const refusalOf = useRefusalOfChange(address);
  const noData = hasData ? undefined : texts.noCountryData;
  const refusal = refusalOf('setGeoFilter') ?? noData;
  // A different filter, for example of another person, replaces the draft. Menus and dialogs stay open.
  const base = JSON.stringify(filter);
  const { action, countries } = draft?.base === base ? draft : filter;
  const change = (changed: Partial<NewFilter>) => setDraft({ base, action, countries, ...changed });
  const isSame = filter.active && action === filter.action && countries.join() === filter.countries.join();
  const newFilter = { action, countries: [...countries] };
  const options = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) })).sort((a, b) =>
        a.label.localeCompare(b.label, 'en'),
      ),
    [],
  );
  return (
    <Card
      title={texts.geo}
      side={
        <>
          <Tag tone={filter.active ? 'ok' : 'off'}>{filter.active ? texts.on : texts.off}</Tag>
          <Button
            icon="ellipsis"
            kind="bare"
            label={texts.acts(texts.geo.toLowerCase())}
            expanded={anchor !== undefined}
            onPress={setAnchor}
          />
        </>
      }
    >
      <div className={css.form}>
        {noData === undefined ? <p className="soft">{texts.geoWhat}</p> : <Note>{noData}</Note>}
        <div>
          <Segments
            label={texts.geoMode}
            value={action}
            options={[
              { value: 'deny', label: texts.geoModes.deny },
              { value: 'allow', label: texts.geoModes.allow },
            ]}
            onChange={(chosen) => change({ action: chosen })}
          />
        </div>
        {countries.length === 0 ? (
          <p className="faint">{texts.geoNone}</p>
        ) : (
          <ul className={css.chips} aria-label={texts.geo}>
            {countries.map((code) => (
              <li key={code}>
                {formatCountry(code)}
                <Button
                  icon="x"
                  kind="bare"
                  label={texts.removeCountry(formatCountry(code))}
                  refusal={refusal}
                  onPress={() => change({ countries: countries.filter((other) => other !== code) })}
                />
              </li>
            ))}
          </ul>
        )}
        <Select
          label={texts.addCountry}
          empty={texts.chooseCountry}
          value={null}
          options={options.filter(({ value }) => !countries.includes(value))}
          onChange={(code) => {
            if (code !== null) change({ countries: [...countries, code].sort() });
          }}
        />
        <FieldError>{pendingChange.fieldError}</FieldError>
        <div className={css.buttons}>
          <Button
            refusal={refusal ?? (countries.length === 0 ? texts.countryFirst : isSame ? texts.unchanged : undefined)}
            busy={pendingChange.isTrying}
            onPress={() => pendingChange.begin(setGeo(filter, newFilter))}
          >
            {texts.tryIt}
          </Button>
        </div>
      </div>
      {anchor && (
        <Menu
          label={texts.geo}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          groups={[
            [
              {
                label: switchGeo(filter, lists).label,
                icon: 'power',
                refusal: refusal ?? (filter.countries.length === 0 ? texts.countryFirst : undefined),
                onPress: () => pendingChange.begin(switchGeo(filter, lists)),
              },
              {
                label: texts.geoDelete,
                icon: 'trash-2',
                danger: true,
                refusal:
                  refusalOf('deleteGeoFilter') ??
                  (filter.countries.length === 0 && !filter.active ? texts.nothingToDelete : undefined),
                onPress: () => pendingChange.begin(deleteGeo(lists)),
              },
            ],
            [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => setShowsCalls(true) }],
          ]}
        />
      )}
      {showsCalls && (
        <CallDialog
          calls={[
            { operation: 'setGeoFilter', input: { id, ...newFilter } },
            { operation: 'updateGeoFilter', input: { id, active: !filter.active } },
            { operation: 'deleteGeoFilter', input: { id } },
            { operation: 'dryRunProtection', input: { id, geo: newFilter } },
          ]}
          onClose={() => setShowsCalls(false)}
        />
      )}
      {pendingChange.shown && (
        <ChangeDialog addressId={id} lists={lists} tried={pendingChange.shown} onClose={pendingChange.close} />
      )}
    </Card>
  );
}
