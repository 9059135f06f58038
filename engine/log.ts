/** What the engine needs of a logger; pino is one. Fields first, a plain sentence after. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT_LOG: EngineLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
