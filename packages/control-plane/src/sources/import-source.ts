import { CountersignError, type SourceSettings, type ToolChange } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { SourceRecord, UpstreamToolRecord } from '../ports/records.ts';
import { redactionMarker } from '../ports/redactor.ts';
import type { Inventory, SourceImporter } from '../ports/source-importer.ts';
import { sourceLimits } from './limits.ts';

/** What an import found, and whether it was kept. */
export type Imported = {
  readonly source: SourceRecord;
  readonly isSaved: boolean;
  readonly inventoryHash: string;
  readonly tools: readonly UpstreamToolRecord[];
  readonly leftOut: Inventory['leftOut'];
  readonly warnings: readonly string[];
  readonly changes: readonly ToolChange[];
};

export type ImportOptions = {
  readonly dryRun: boolean;
  /** Of the import that was looked at; null where nobody looked. */
  readonly expectedInventoryHash: string | null;
};

/** Looks at a service, for as long as that may take. */
export async function importSource(
  plane: Pick<ControlPlane, 'clock'>,
  importer: SourceImporter,
  settings: SourceSettings,
): Promise<Inventory> {
  const giveUp = new AbortController();
  const seconds = sourceLimits.importMsMax / 1000;
  const callOff = plane.clock.at(plane.clock.now() + sourceLimits.importMsMax, () =>
    giveUp.abort(new CountersignError('import_failed', `The service took longer than ${seconds} s to show its tools.`)),
  );
  try {
    return await importer.import(settings, giveUp.signal);
  } finally {
    callOff();
  }
}

/** A secret in the settings was masked on its way in: used like that, it would be sent as it is. */
export function requireNoSecrets(settings: Omit<SourceSettings, 'document'>): void {
  if (!JSON.stringify(settings).includes(redactionMarker)) return;
  throw new CountersignError(
    'invalid_request',
    'A secret stands in the settings of the source. Store it with PUT /api/secrets/NAME or `countersign secrets set NAME`, and name it in `auth` or `environment_secrets`.',
  );
}

/** What is saved is what was looked at. */
export function requireExpected({ expectedInventoryHash: expected }: ImportOptions, { hash }: Inventory): void {
  if (expected === null || expected === hash) return;
  throw new CountersignError(
    'inventory_changed',
    'The service offers other tools than those that were shown. Nothing was saved; look again with dry_run.',
    { inventory_hash: hash },
  );
}

export function withoutDocument({ document: _, ...settings }: SourceSettings): Omit<SourceSettings, 'document'> {
  return settings;
}

/** When it is to be looked at again; null where nobody asked for that. */
export function nextRefreshAt(settings: Omit<SourceSettings, 'document'>, at: number, failures = 0): number | null {
  if (settings.refresh_seconds === undefined) return null;
  const everyMs = settings.refresh_seconds * 1000;
  if (failures === 0) return at + everyMs;
  const pauseMs = Math.max(everyMs, sourceLimits.refreshBackoffMsMin) * 2 ** Math.min(failures - 1, 20);
  return at + Math.min(pauseMs, Math.max(everyMs, sourceLimits.refreshBackoffMsMax));
}
