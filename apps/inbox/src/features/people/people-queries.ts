import type { MemberRole } from '@countersign/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { projectKey } from '../../app/query-client.ts';
import { useSession } from '../../app/session.tsx';

/** What administrators look after. Every change asks for all of it again: it is little, and hangs together. */
function useKey(...parts: readonly string[]) {
  return [...projectKey(useSession().projectId), 'people', ...parts] as const;
}

export function useUsers() {
  const { api } = useSession();
  return useQuery({
    queryKey: useKey('users'),
    queryFn: async ({ signal }) => (await api.call('listUsers', {}, { signal })).users,
  });
}

export function useProjects() {
  const { api } = useSession();
  return useQuery({
    queryKey: useKey('projects'),
    queryFn: async ({ signal }) => (await api.call('listProjects', {}, { signal })).projects,
  });
}

export function useMembers(projectId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: useKey('members', projectId),
    queryFn: async ({ signal }) =>
      (await api.call('listMembers', { params: { project_id: projectId } }, { signal })).members,
  });
}

export function useTokens() {
  const { api } = useSession();
  return useQuery({
    queryKey: useKey('tokens'),
    queryFn: async ({ signal }) => (await api.call('listTokens', {}, { signal })).tokens,
  });
}

/** A change of any of it. */
export function useChange<Given, Done>(change: (given: Given) => Promise<Done>, onDone?: (done: Done) => void) {
  const queryClient = useQueryClient();
  const queryKey = useKey();
  return useMutation<Done, Error, Given>({
    mutationFn: change,
    onSuccess: async (done) => {
      onDone?.(done);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function usePutMember(projectId: string, onDone?: (member: { readonly name: string }) => void) {
  const { api } = useSession();
  return useChange(
    ({ userId, role }: { readonly userId: string; readonly role: MemberRole }) =>
      api.call('putMember', { params: { project_id: projectId, user_id: userId }, body: { role } }),
    onDone,
  );
}
