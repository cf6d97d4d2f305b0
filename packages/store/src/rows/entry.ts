import type { Entry } from '@countersign/agent';
import type { RunId } from '@countersign/contract';
import type { EntryRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { packId } from './packed-text.ts';

export function entryRow(runId: RunId, entry: Entry, seals: Seals): EntryRow {
  return { run_id: packId(runId), no: entry.no, ...seals.entryColumns(runId, entry) };
}
