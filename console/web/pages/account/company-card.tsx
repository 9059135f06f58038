import type { UpdateUser } from '@innkeeper/sdk/index';
import { Card } from '../../parts/box.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields as rules } from '../../rules/fields/updateUser.gen.ts';
import css from '../../shared/account/account.module.css';
import { type BillingDraft, COMPANY_TEXTS, type CompanyField } from './draft.ts';
import { texts } from './texts.ts';

const LABELS: Record<CompanyField, string> = {
  company_name: texts.companyName,
  company_address: texts.companyAddress,
  company_number: texts.companyNumber,
  vat_number: texts.vatNumber,
};

/** Shows the fields of a company. Fixed fields are grey, with the reason. */
export function CompanyCard({
  draft,
  changes,
  errors,
  isFixed,
  onChange,
}: {
  draft: BillingDraft;
  /** Fields that the form sends. */
  changes: UpdateUser;
  errors: Record<string, string>;
  isFixed: boolean;
  onChange: (changed: Partial<BillingDraft>) => void;
}) {
  return (
    <Card title={texts.company} padded>
      <div className={css.stack}>
        <label className={css.check}>
          <Choice
            type="checkbox"
            checked={draft.company}
            aria-disabled={isFixed || undefined}
            aria-description={isFixed ? texts.companyFixed : undefined}
            onChange={(event) => {
              if (!isFixed) onChange({ company: event.target.checked });
            }}
          />
          {texts.isCompany}
        </label>
        <FieldError>{errors.company}</FieldError>
        {draft.company &&
          COMPANY_TEXTS.map((name) => (
            <TextField
              key={name}
              label={LABELS[name]}
              hint={name === 'vat_number' && !isFixed ? texts.vatHint : undefined}
              error={errors[name]}
              rule={rules[name]}
              sent={changes[name]}
              value={draft[name]}
              readOnly={isFixed}
              autoComplete={name === 'company_name' ? 'organization' : 'off'}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
        <p className={css.hint}>{isFixed ? texts.companyFixed : texts.companyHint}</p>
      </div>
    </Card>
  );
}
