/** Program of an API process. Its bundle is forked. */
import { openApi } from './api-process.ts';
import { serve } from './serve.ts';

export type { ApiRequest } from './api-process.ts';

serve(openApi);
