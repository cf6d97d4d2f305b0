import type { EndpointId } from '@countersign/contract';

declare global {
  /** Method and path of every endpoint, put in by the build (vite.config.ts). */
  const COUNTERSIGN_ENDPOINTS: Readonly<Record<EndpointId, readonly [method: string, path: string]>>;
}
