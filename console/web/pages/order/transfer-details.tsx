import { Note } from '../../parts/box.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { formatMoney } from '../../parts/format.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

type Field = keyof typeof texts.transferFields;

const FIELDS = Object.keys(texts.transferFields) as Field[];

/** Shows the target and reference of a bank transfer. Each field can be copied. */
export function TransferDetails({ information }: { information: Readonly<Record<string, string>> }) {
  return (
    <>
      <Note tone="busy" icon="coins">
        {texts.transfer}
      </Note>
      <dl className={css.transfer}>
        {FIELDS.flatMap((field) => {
          const value = information[field];
          if (value === undefined) return [];
          const name = texts.transferFields[field];
          const text = field === 'amount' && information.currency ? formatMoney(value, information.currency) : undefined;
          return (
            <div key={field}>
              <dt>{text === undefined ? name : `${name}, ${text}`}</dt>
              <dd>
                <CopyLine text={value} label={texts.copy(name)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
