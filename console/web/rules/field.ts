/** The limits of a field of a body, as the API judges them. */
export interface FieldRule {
  /** Absent if `anyOf` has the forms. */
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  required?: true;
  /** Admits null, with a meaning of its own or for a field that is left out. */
  nullable?: true;
  /** Limits of a number, inclusive. */
  min?: number;
  max?: number;
  /** Limits in characters, inclusive. */
  minLength?: number;
  maxLength?: number;
  /** Limits of a list, inclusive. */
  minItems?: number;
  maxItems?: number;
  /** Regular expression that a text matches. */
  pattern?: string;
  /** Such as `password` or `email`. */
  format?: string;
  /** Words that are accepted. */
  enum?: readonly (string | number)[];
  items?: FieldRule;
  /** Fields of an object. */
  fields?: Readonly<Record<string, FieldRule>>;
  /** Forms of a field that takes several. */
  anyOf?: readonly FieldRule[];
  /** Value of a field that is left out. */
  default?: unknown;
  example?: unknown;
  description?: string;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;
