import { useSyncExternalStore } from 'react';

/** A policy that somebody writes. It is kept in this tab until it is saved or dropped, also while other pages are open. */
export type PolicyDraft = {
  readonly text: string;
  /** What was in the file when it was begun. */
  readonly base: { readonly text: string; readonly hash: string };
};

const storageKey = 'countersign.policy-draft';
const listeners = new Set<() => void>();
let current: PolicyDraft | null = read();

export function usePolicyDraft(): PolicyDraft | null {
  return useSyncExternalStore(subscribe, () => current);
}

export function setPolicyDraft(draft: PolicyDraft | null): void {
  current = draft;
  try {
    if (draft === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Storage is closed to us, or full: the text is kept until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): PolicyDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PolicyDraft | null;
  } catch {
    return null;
  }
}
