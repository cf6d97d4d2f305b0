import { limits } from '@countersign/contract';
import type { PageRequest } from '@countersign/control-plane';

export function pageOf(query: { readonly limit?: number; readonly cursor?: string }): PageRequest {
  return { limit: query.limit ?? limits.pageSizeDefault, cursor: query.cursor ?? null };
}
