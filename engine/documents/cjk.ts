/** The fonts for Chinese, Japanese and Korean, from Debian's package `fonts-noto-cjk`. They are too large to come with Innkeeper. */
import { existsSync } from 'node:fs';

export const CJK_FONTS = {
  regular: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  bold: '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc',
};

/** Returns whether this host has the fonts. */
export function hasCjkFonts(): boolean {
  return Object.values(CJK_FONTS).every((file) => existsSync(file));
}
