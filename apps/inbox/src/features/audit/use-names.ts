import { makeVisible } from '@countersign/policy/make-visible';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';
import { shortId } from './entry-words.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { logKey } from './use-log.ts';

const sessionsMax = 200;
/** They come with what they returned: not too many. */
const callsMax = 100;

export function useRecentSessions() {
  const { api, projectId } = useSession();
  return useQuery({
    queryKey: [...projectKey(projectId), 'log-sessions'],
    queryFn: async ({ signal }) => {
      const query = { limit: sessionsMax };
      return (await api.call('listSessions', { params: { project_id: projectId }, query }, { signal })).sessions;
    },
  });
}

/** What newer calls are about, by their id: an entry names the call alone. */
export function useCallDescriptions(): ReadonlyMap<string, string> {
  const { api, projectId } = useSession();
  const { data: calls } = useQuery({
    queryKey: [...logKey(projectId), 'calls'],
    queryFn: async ({ signal }) => {
      const query = { limit: callsMax };
      return (await api.call('listToolCalls', { params: { project_id: projectId }, query }, { signal })).tool_calls;
    },
  });
  return useMemo(() => new Map(calls?.map(({ tool_id, description }) => [tool_id, description])), [calls]);
}

/** Everyone whose name can be known to who looks, by how the log calls them: `user:ID`. */
export function useKnownActors(): ReadonlyMap<string, string> {
  const { api, me, projectId } = useSession();
  const sessions = useRecentSessions().data;
  const runners = useQuery({
    queryKey: [...projectKey(projectId), 'log-runners'],
    queryFn: async ({ signal }) =>
      (await api.call('listRunners', { params: { project_id: projectId } }, { signal })).runners,
  }).data;
  const users = useQuery({
    queryKey: [...projectKey(projectId), 'log-users'],
    queryFn: async ({ signal }) => (await api.call('listUsers', {}, { signal })).users,
    enabled: me.is_admin,
  }).data;
  return useMemo(
    () =>
      new Map([
        [`user:${me.id}`, me.name],
        ...(users ?? []).map(({ user_id, name }) => [`user:${user_id}`, name] as const),
        ...(sessions ?? []).map(({ agent_id, agent_name }) => [`agent:${agent_id}`, agent_name] as const),
        ...(runners ?? []).map(({ runner_id, name }) => [`runner:${runner_id}`, name] as const),
      ]),
    [me, users, sessions, runners],
  );
}

/** Who an actor of the log is, in words. */
export function useActorName(): (actor: string, by?: unknown) => string {
  const texts = useAuditTexts();
  const known = useKnownActors();
  return (actor, by) => {
    const [kind = '', id = ''] = actor.split(':');
    const word = texts.actors[kind as keyof typeof texts.actors] ?? actor;
    if (id === '') return word;
    // An entry often tells the name that the person had then; members see it who know nobody else.
    const name = known.get(actor) ?? (kind === 'user' && typeof by === 'string' ? by : null);
    return name === null ? `${word} ${shortId(id)}` : makeVisible(name);
  };
}
