/** Limits of a request field, as in the API. */
export interface FieldRule {
  /** Type. Missing for a choice (`enum`), for several forms (`anyOf`), and for a value that only the API can check. */
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  required?: true;
  /** True if `null` is allowed, either with its own meaning or like an omitted field. */
  nullable?: true;
  /** Conversion of a text before its limits apply. */
  converts?: TextConversion;
  /** Limits of a number, inclusive. */
  min?: number;
  max?: number;
  /** Limits in characters, inclusive. */
  minLength?: number;
  maxLength?: number;
  /** Limits of a list, inclusive. */
  minItems?: number;
  maxItems?: number;
  /** Regular expression that a text must match. */
  pattern?: string;
  /** Accepted values. */
  enum?: readonly unknown[];
  items?: FieldRule;
  /** Fields of an object. */
  fields?: FieldRules;
  /** Forms of a field that accepts several. */
  anyOf?: readonly FieldRule[];
  /** Sentences of the API for a broken limit, if they differ from the general ones. */
  says?: Readonly<Partial<Record<Limit, string>>>;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Parts of a rule that a value can break. */
export type Limit =
  | ('required' | 'type' | 'enum' | 'anyOf' | 'pattern')
  | ('min' | 'max' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems');

/**
 * Conversion of a text by the API. `trim` removes blanks at both ends, `join` all blanks, and `name` blanks at both ends and a dot at the
 * end. `domain` writes a domain in ASCII, and `script` removes carriage returns and blanks before the first line of a kind. Only the API can do these two.
 */
export type TextConversion = 'trim' | 'join' | 'domain' | 'name' | 'script';
