/** Formats amounts, times and durations in the browser's time zone. */

/** Language of the texts. Numbers and dates use the same language, so that sentences are consistent. */
const LANGUAGE = 'en-GB';

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Returns an amount with its currency: `€4.75`. */
export function formatMoney(amount: number | string, currency: string): string {
  let format = moneyFormats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    moneyFormats.set(currency, format);
  }
  return format.format(Number(amount)).replace('-', '−');
}

const plainMoney = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns an amount without its currency, for tables that name it once: `4.75`. */
export function formatAmount(amount: number | string): string {
  return plainMoney.format(Number(amount)).replace('-', '−');
}

const countries = new Intl.DisplayNames(LANGUAGE, { type: 'region' });

/** Returns the name of a country (ISO 3166): `Slovakia`. */
export function formatCountry(code: string): string {
  return countries.of(code) ?? code;
}

const day = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'long', year: 'numeric' });
const time = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Returns a day in the browser's time zone: `2 Mar 2027`. */
export function formatDay(at: string | number | Date): string {
  return day.format(new Date(at));
}

/** Returns a day in the browser's time zone: `2 March 2027`. */
export function formatLongDay(at: string | number | Date): string {
  return longDay.format(new Date(at));
}

/** Returns a time of the day in the browser's time zone: `21:13:22`. */
export function formatTime(at: string | number | Date): string {
  return time.format(new Date(at));
}

/** Returns a day with its time in the browser's time zone: `2 Mar 2027, 21:13:22`. */
export function formatDayAndTime(at: string | number | Date): string {
  return `${formatDay(at)}, ${formatTime(at)}`;
}

const minute = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit' });
const shortDay = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });

/** Returns a time of the day without seconds: `21:13`. */
export function formatMinute(at: number): string {
  return minute.format(new Date(at));
}

const moment = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Returns a day with its time: `2 Mar, 21:13`. */
export function formatMoment(at: string | number): string {
  return moment.format(new Date(at));
}

/** Returns a day without its year: `2 Mar`. */
export function formatShortDay(at: number): string {
  return shortDay.format(new Date(at));
}

/** Returns a time in UTC with its day, for the title of an element: `2027-03-02 21:13:22 UTC`. */
export function formatUtc(at: string | number | Date): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns a duration in milliseconds in words: `0.4 s`, `14 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
