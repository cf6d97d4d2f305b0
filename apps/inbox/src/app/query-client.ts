import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Everything that belongs to a project has a key that begins with this, so that a snapshot can replace it all. */
export function projectKey(projectId: string): readonly ['project', string] {
  return ['project', projectId];
}

const retriesMax = 3;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The stream says what changed; what is cached is true until then.
        staleTime: 60_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => count < retriesMax && !(error instanceof ApiError && error.status in refusals),
      },
    },
  });
}

/** Answers that stay the same however often one asks. */
const refusals: Readonly<Record<number, true>> = { 400: true, 401: true, 403: true, 404: true, 409: true, 410: true };
