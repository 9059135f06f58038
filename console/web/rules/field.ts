/** Limits of a request field, as in the API. */
export interface FieldRule {
  /** Type. Missing if `anyOf` lists the forms. */
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  required?: true;
  /** True if `null` is allowed, either with its own meaning or like an omitted field. */
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
  /** Regular expression that a text must match. */
  pattern?: string;
  /** Format, such as `password` or `email`. */
  format?: string;
  /** Accepted values. */
  enum?: readonly (string | number)[];
  items?: FieldRule;
  /** Fields of an object. */
  fields?: Readonly<Record<string, FieldRule>>;
  /** Forms of a field that accepts several. */
  anyOf?: readonly FieldRule[];
  /** Value of an omitted field. */
  default?: unknown;
  example?: unknown;
  description?: string;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;
