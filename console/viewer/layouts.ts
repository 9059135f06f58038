/**
 * Keyboard layouts of guests: the key and the modifier that produce a character.
 *
 * Keys are named by their position (`KeyboardEvent.code`), which is what a guest receives. Rows are listed by key position, after the
 * layouts of xkeyboard-config. A space stands for a key without a character.
 */

export interface Layout {
  name: string;
  /** Four rows, without and with Shift. */
  base: readonly [string, string, string, string];
  shift: readonly [string, string, string, string];
  /** Characters that need AltGr, with the key of each. */
  altGr: Readonly<Record<string, string>>;
  /** Characters of the rows above that are dead keys: they wait for a letter. A following space produces the character alone. */
  dead: string;
}

const digits = [...'1234567890'].map((digit) => `Digit${digit}`);
const letters = (row: string): string[] => [...row].map((letter) => `Key${letter}`);

/** The keys of the four rows, from the left. */
export const ROWS: readonly (readonly string[])[] = [
  ['Backquote', ...digits, 'Minus', 'Equal'],
  [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight'],
  [...letters('ASDFGHJKL'), 'Semicolon', 'Quote', 'Backslash'],
  ['IntlBackslash', ...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
];

export const LAYOUTS = {
  us: {
    name: 'English (US)',
    base: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'\\", ' zxcvbnm,./'],
    shift: ['~!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"|', ' ZXCVBNM<>?'],
    altGr: {},
    dead: '',
  },
  gb: {
    name: 'English (UK)',
    base: ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'#", '\\zxcvbnm,./'],
    shift: ['¬!"£$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:@~', '|ZXCVBNM<>?'],
    altGr: { '¦': 'Backquote', '€': 'Digit4' },
    dead: '',
  },
  de: {
    name: 'German',
    base: ['^1234567890ß´', 'qwertzuiopü+', 'asdfghjklöä#', '<yxcvbnm,.-'],
    shift: ['°!"§$%&/()=?`', 'QWERTZUIOPÜ*', "ASDFGHJKLÖÄ'", '>YXCVBNM;:_'],
    altGr: {
      ...{ '²': 'Digit2', '³': 'Digit3', '{': 'Digit7', '[': 'Digit8', ']': 'Digit9', '}': 'Digit0', '\\': 'Minus' },
      ...{ '@': 'KeyQ', '€': 'KeyE', '~': 'BracketRight', '|': 'IntlBackslash', µ: 'KeyM' },
    },
    dead: '^´`',
  },
  fr: {
    name: 'French',
    base: ['²&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù*', '<wxcvbn,;:!'],
    shift: [' 1234567890°+', 'AZERTYUIOP¨£', 'QSDFGHJKLM%µ', '>WXCVBN?./§'],
    altGr: {
      ...{ '~': 'Digit2', '#': 'Digit3', '{': 'Digit4', '[': 'Digit5', '|': 'Digit6', '`': 'Digit7', '\\': 'Digit8' },
      ...{ '@': 'Digit0', ']': 'Minus', '}': 'Equal', '€': 'KeyE', '¤': 'BracketRight' },
    },
    dead: '^¨',
  },
  es: {
    name: 'Spanish',
    base: ["º1234567890'¡", 'qwertyuiop`+', 'asdfghjklñ´ç', '<zxcvbnm,.-'],
    shift: ['ª!"·$%&/()=?¿', 'QWERTYUIOP^*', 'ASDFGHJKLÑ¨Ç', '>ZXCVBNM;:_'],
    altGr: {
      ...{ '\\': 'Backquote', '|': 'Digit1', '@': 'Digit2', '#': 'Digit3', '~': 'Digit4', '€': 'KeyE' },
      ...{ '[': 'BracketLeft', ']': 'BracketRight', '{': 'Quote', '}': 'Backslash' },
    },
    dead: '`^´¨~',
  },
  it: {
    name: 'Italian',
    base: ["\\1234567890'ì", 'qwertyuiopè+', 'asdfghjklòàù', '<zxcvbnm,.-'],
    shift: ['|!"£$%&/()=?^', 'QWERTYUIOPé*', 'ASDFGHJKLç°§', '>ZXCVBNM;:_'],
    altGr: {
      ...{ '{': 'Digit7', '}': 'Digit0', '`': 'Minus', '~': 'Equal', '€': 'KeyE' },
      ...{ '[': 'BracketLeft', ']': 'BracketRight', '@': 'Semicolon', '#': 'Quote' },
    },
    dead: '',
  },
  se: {
    name: 'Swedish',
    base: ['§1234567890+´', 'qwertyuiopå¨', "asdfghjklöä'", '<zxcvbnm,.-'],
    shift: ['½!"#¤%&/()=?`', 'QWERTYUIOPÅ^', 'ASDFGHJKLÖÄ*', '>ZXCVBNM;:_'],
    altGr: {
      ...{ '@': 'Digit2', '£': 'Digit3', $: 'Digit4', '{': 'Digit7', '[': 'Digit8', ']': 'Digit9', '}': 'Digit0' },
      ...{ '\\': 'Minus', '€': 'KeyE', '~': 'BracketRight', '|': 'IntlBackslash', µ: 'KeyM' },
    },
    dead: '´`¨^~',
  },
} satisfies Record<string, Layout>;

export type LayoutKey = keyof typeof LAYOUTS;
