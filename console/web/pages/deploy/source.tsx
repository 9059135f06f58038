import { useId } from 'react';
import { Choice, FieldError, Segments } from '../../parts/field.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import type { Offer } from './data.ts';
import { type Form, SOURCES, type Source } from './form.ts';
import { describeNeeds } from './image-needs.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

interface SourceOption {
  id: number;
  name: string;
  detail: string;
}

const EMPTY_TEXTS: Record<Source, string> = {
  image: '',
  snapshot: texts.noSnapshots,
  backup: texts.noBackups,
  iso: texts.noIsos,
};

/** Shows the choice of the source of the first disk: an image, a copy, or an ISO. */
export function SourceSection({
  offer,
  form,
  error,
  onChange,
}: {
  offer: Offer;
  form: Form;
  error: string | undefined;
  onChange: (change: Partial<Form>) => void;
}) {
  const name = useId();
  const options = optionsOf(offer, form.source);
  return (
    <fieldset className={css.section}>
      <legend>{texts.source}</legend>
      <div>
        <Segments
          label={texts.source}
          value={form.source}
          options={SOURCES.map((value) => ({ value, label: texts.sources[value] }))}
          onChange={(source) => onChange({ source, sourceId: null })}
        />
      </div>
      {options.length === 0 && <p className={css.hint}>{EMPTY_TEXTS[form.source]}</p>}
      {form.source === 'iso' && options.length > 0 && <p className={css.hint}>{texts.isoHint}</p>}
      <div className={css.images}>
        {options.map((option) => (
          <label key={option.id} className={css.image}>
            <Choice
              type="radio"
              name={name}
              checked={form.sourceId === option.id}
              onChange={() => onChange({ sourceId: option.id })}
            />
            <span>
              <b>
                <Name text={option.name} />
              </b>
              <small>{option.detail}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

function optionsOf(offer: Offer, source: Source): SourceOption[] {
  if (source === 'image') {
    return offer.images.map((image) => ({
      id: image.id,
      name: image.name,
      detail: [...(image.eol ? [texts.unsupported] : []), ...describeNeeds(image, offer.plans)].join(', '),
    }));
  }
  if (source === 'iso') {
    return offer.isos.filter(({ status }) => status === 'ready').map(({ id, name }) => ({ id, name, detail: '' }));
  }
  const copies = source === 'snapshot' ? offer.snapshots : offer.backups;
  return copies.map(({ id, server_hostname, created_at, size }) => ({
    id,
    name: server_hostname,
    detail: `${formatDay(created_at)}, ${texts.gb(String(size))}`,
  }));
}
