import { CYCLES } from './cycles.ts';
import { FieldError, Segments } from './field.tsx';
import { texts } from './texts.ts';

/** Shows the choice of the months that are paid. */
export function Months({
  value,
  error,
  onChange,
}: {
  value: number;
  error?: string | undefined;
  onChange: (months: number) => void;
}) {
  return (
    <div>
      <Segments
        label={texts.months}
        value={String(value)}
        options={CYCLES.map((count) => ({ value: String(count), label: texts.month(count) }))}
        onChange={(months) => onChange(Number(months))}
      />
      <FieldError>{error}</FieldError>
    </div>
  );
}
