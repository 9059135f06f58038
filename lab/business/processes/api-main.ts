/** The program of an API process: its bundle is forked. */
import { openApi } from './api-process.ts';
import { serve } from './serve.ts';

export type { ApiAsk } from './api-process.ts';

serve(openApi);
