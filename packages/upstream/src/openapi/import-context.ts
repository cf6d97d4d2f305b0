import type { SourceSettings } from '@countersign/contract';
import type { RiskOf } from '../inventory/risk-of-tool.ts';
import type { Warnings } from '../inventory/warnings.ts';
import type { SchemaLibrary } from '../schema/schema-library.ts';
import type { OpenApiDocument } from './open-api-document.ts';

/** What operations of one document have in common. */
export type ImportContext = {
  readonly document: OpenApiDocument;
  readonly settings: SourceSettings;
  readonly library: SchemaLibrary;
  readonly warnings: Warnings;
  readonly riskOf: RiskOf;
  /** Parameters that carry a credential, as `in name`: the source's own settings fill those in. */
  readonly credentials: ReadonlySet<string>;
};
