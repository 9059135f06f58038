import { z } from 'zod';
import { about, Time } from './primitives.ts';

export const Console = z
  .strictObject({
    url: z
      .string()
      .meta(
        about(
          'A WebSocket that speaks RFB (VNC), as noVNC does. It asks for no password.',
          'wss://api.example.com/v1/console/4rSDW7xN0cq2vDbmSyZ1jA',
        ),
      ),
    viewer_url: z
      .string()
      .describe(
        'A page that shows it in a browser, with the keyboard, Ctrl-Alt-Del, typing of a text and full screen. Uses `url` up.',
      )
      .meta(
        about(
          'A page that shows it in a browser, with the keyboard, Ctrl-Alt-Del, typing of a text and full screen. Uses `url` up.',
          'https://api.example.com/console#4rSDW7xN0cq2vDbmSyZ1jA',
        ),
      ),
    expires_at: Time.describe('Until then it can be opened, once.'),
  })
  .meta({ id: 'Console', description: 'Secret addresses of a screen, keyboard and mouse.' });
export type Console = z.infer<typeof Console>;
