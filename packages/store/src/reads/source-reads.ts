import type { Store, UpstreamToolRecord } from '@countersign/control-plane';
import { storeLimits } from '../limits.ts';
import { secretOf, sourceOf, toolHeadOf, upstreamToolOf } from '../rows/source.ts';
import type { Seals } from '../seal/seals.ts';
import type { Reader } from './reader.ts';

type SourceReads = Pick<
  Store,
  | 'findSource'
  | 'listSources'
  | 'findDocument'
  | 'listUpstreamToolHeads'
  | 'findUpstreamTools'
  | 'listToolsOfSource'
  | 'openSecret'
  | 'listSecrets'
>;

export function sourceReads({ db }: Reader, seals: Seals): SourceReads {
  const sources = db.selectFrom('sources').selectAll();
  const tools = db.selectFrom('upstream_tools').selectAll();
  return {
    async findSource(name) {
      const row = await sources.where('name', '=', name).executeTakeFirst();
      return row ? sourceOf(row) : null;
    },

    async listSources() {
      return (await sources.orderBy('name').execute()).map(sourceOf);
    },

    async findDocument(sourceId) {
      const row = await db
        .selectFrom('source_documents')
        .select('sealed')
        .where('source_id', '=', sourceId)
        .executeTakeFirst();
      return row ? seals.openDocument(sourceId, row.sealed) : null;
    },

    async listUpstreamToolHeads() {
      const rows = await db
        .selectFrom('upstream_tools')
        .select(['name', 'source_id', 'version', 'is_enabled', 'deprecated_at', 'updated_at'])
        .orderBy('name')
        .execute();
      return rows.map(toolHeadOf);
    },

    async findUpstreamTools(names) {
      const found: UpstreamToolRecord[] = [];
      for (let from = 0; from < names.length; from += storeLimits.idsPerQueryMax) {
        const some = names.slice(from, from + storeLimits.idsPerQueryMax);
        found.push(...(await tools.where('name', 'in', some).execute()).map(upstreamToolOf));
      }
      return found;
    },

    async listToolsOfSource(sourceId) {
      return (await tools.where('source_id', '=', sourceId).orderBy('name').execute()).map(upstreamToolOf);
    },

    async openSecret(name) {
      const row = await db.selectFrom('secrets').select('sealed').where('name', '=', name).executeTakeFirst();
      return row ? seals.openSecret(name, row.sealed) : null;
    },

    async listSecrets() {
      const rows = await db
        .selectFrom('secrets')
        .select(['name', 'created_at', 'updated_at'])
        .orderBy('name')
        .execute();
      return rows.map(secretOf);
    },
  };
}
