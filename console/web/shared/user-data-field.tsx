import { TextArea } from '../parts/text-field.tsx';
import type { RuleProps } from '../parts/use-field-rule.ts';
import { texts } from './user-data-texts.ts';

/** Returns the user data to send. A field without text is left out. */
export const userDataIn = (text: string): { startup_script?: string } => (text.trim() === '' ? {} : { startup_script: text });

/** Shows the field for a startup script or user data of the first boot. */
export function UserDataField({
  value,
  rule,
  error,
  onChange,
}: {
  value: string;
  rule: RuleProps['rule'];
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextArea
      label={texts.label}
      name="startup_script"
      hint={texts.hint}
      error={error}
      rule={rule}
      sent={userDataIn(value).startup_script}
      value={value}
      rows={3}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
