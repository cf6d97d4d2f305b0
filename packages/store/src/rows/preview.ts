import type { PreviewFile } from '@countersign/contract';
import type { PreviewRecord } from '@countersign/control-plane';
import type { PreviewRow } from '../schema.ts';
import { packId } from './packed-text.ts';

/** The call is named by its id; its number is found while writing. */
export type NewPreviewRow = Omit<PreviewRow, 'call_no'> & { call_no: Uint8Array };

export function previewRow({ callId, files }: PreviewRecord): NewPreviewRow {
  return { call_no: packId(callId), files: JSON.stringify(files) };
}

export function previewOf(files: string | null): PreviewFile[] {
  return files === null ? [] : (JSON.parse(files) as PreviewFile[]);
}
