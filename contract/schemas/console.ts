import { z } from 'zod';
import { Time } from './primitives.ts';

export const Console = z
  .strictObject({
    url: z.string().describe('A WebSocket that speaks RFB (VNC), as noVNC does. It asks for no password.'),
    viewer_url: z
      .string()
      .describe(
        'A page that shows it in a browser, with the keyboard, Ctrl-Alt-Del, typing of a text and full screen. Uses `url` up.',
      ),
    expires_at: Time.describe('Until then it can be opened, once.'),
  })
  .meta({ id: 'Console' });
export type Console = z.infer<typeof Console>;
