/** Scans files of a form with the operator's virus scanner after they are stored, and before a transaction is opened. */
import { ANONYMOUS_VISITOR } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { refuseInfected } from '@innkeeper/domain/scanner/refuse-infected';
import type { Scanners } from '@innkeeper/domain/scanner/scan';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import type { RequestContext } from '../../request/context.ts';

export interface FileScanOptions extends Pick<Cx, 'db' | 'clock' | 'settings'> {
  files: AttachmentFiles;
  scanners: Scanners;
}

/** Scans the files of a request. Throws the errors of `refuseInfected`. The caller removes the files. */
export type FileScan = (context: RequestContext, field: string) => Promise<void>;

export function openFileScan({ files, scanners, ...given }: FileScanOptions): FileScan {
  return ({ caller, staff, request, files: sent }, field) => {
    const cx: Cx = { ...given, actor: staff ?? caller ?? ANONYMOUS_VISITOR, requestId: request.id };
    return refuseInfected(cx, { files, scanners }, sent, field);
  };
}
