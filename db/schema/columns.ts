/** Kinds of columns: how a value is read, whether it must be given, what may be written. */
import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date, Date>;
export type TimeNow = ColumnType<Date, Date | undefined, Date>;
export type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Default<T> = ColumnType<T, T | undefined, T>;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
