import { Server } from '@innkeeper/contract/schemas/server';
import { serializerOf } from '@innkeeper/contract/serializer';
import type { ShownServer } from '@innkeeper/db/tables/servers';
import type { BasisPoints } from '@innkeeper/model/money';
import { serverPresenter } from './server.ts';

const write = serializerOf(Server);

/** By row: servers that pages show are cached (`domain/access/server-rows.ts`), and nobody changes them. It goes with its row. */
const TEXTS = new WeakMap<ShownServer, { rate: BasisPoints; text: string }>();

/** For the servers of one page: the JSON of each. To present and write 50 of them took 0.6 ms. */
export function serverTexts(rate: BasisPoints): (server: ShownServer) => string {
  const present = serverPresenter(rate);
  return (server) => {
    const known = TEXTS.get(server);
    if (known?.rate === rate) return known.text;
    const text = inOnePiece(write(present(server)));
    TEXTS.set(server, { rate, text });
    return text;
  };
}

/** V8 keeps a text that was put together as its parts, some hundred here, which take several times its space. */
const inOnePiece = (text: string): string => Buffer.from(text).toString();
