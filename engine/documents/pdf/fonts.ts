/**
 * Fonts of documents. Their digits have equal width, so columns of figures need no font feature, which would be looked up for each word.
 * Fonts are given by path, because pdfkit would parse a named font again for each text.
 */
import { createRequire } from 'node:module';
import type { BundledFont, InvoiceFont } from '@innkeeper/model/invoices/glyphs';
import { CJK_FONTS } from '../cjk.ts';
import type { Pdf } from './pdf.ts';

const require = createRequire(import.meta.url);

/**
 * Files of each font. Latin, Greek and Cyrillic letters are in the first one. The paths are written out, because the container's build finds
 * them in the bundle (dev/container/packages.ts).
 */
export const FONT_FILES: Readonly<Record<BundledFont, { regular: string; bold: string }>> = {
  latin: {
    regular: require.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  },
  arabic: {
    regular: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
  },
  hebrew: {
    regular: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
  },
  thai: {
    regular: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf'),
  },
  devanagari: {
    regular: require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
  },
  georgian: {
    regular: require.resolve('@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-georgian/600SemiBold/NotoSansGeorgian_600SemiBold.ttf'),
  },
  armenian: {
    regular: require.resolve('@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-armenian/600SemiBold/NotoSansArmenian_600SemiBold.ttf'),
  },
};

/** Sets the font of the next text. `text` decides between the Chinese, Japanese and Korean forms of a character. */
export function setFont(pdf: Pdf, font: InvoiceFont, { bold, text = '' }: { bold: boolean; text?: string }): Pdf {
  const weight = bold ? 'bold' : 'regular';
  if (font !== 'cjk') return pdf.font(FONT_FILES[font][weight]);
  const country = /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text) ? 'jp' : /\p{scx=Hangul}/u.test(text) ? 'kr' : 'sc';
  return pdf.font(CJK_FONTS[weight], `NotoSansCJK${country}-${bold ? 'Bold' : 'Regular'}`);
}
