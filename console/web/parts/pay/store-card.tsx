import { Choice, FieldError } from '../field.tsx';
import { texts } from '../pay-texts.ts';
import css from './pay.module.css';

export interface StoreCardProps {
  checked: boolean;
  error?: string | undefined;
  onChange: (isChecked: boolean) => void;
}

/** Shows the checkbox that asks for consent to store the card. */
export function StoreCard({ checked, error, onChange }: StoreCardProps) {
  return (
    <div>
      <label className={css.check}>
        <Choice
          type="checkbox"
          aria-label={texts.storeCard}
          aria-description={texts.storeCardHint}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {texts.storeCard}
          <small>{texts.storeCardHint}</small>
        </span>
      </label>
      <FieldError>{error}</FieldError>
    </div>
  );
}
