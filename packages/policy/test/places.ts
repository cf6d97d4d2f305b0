import { judgeScript } from '../src/bash/judge-script.ts';
import type { Place } from '../src/commands/place.ts';
import { highest, type Level } from '../src/judgement/level.ts';
import type { Finding } from '../src/judgement/part.ts';
import type { Look, Workspace } from '../src/paths/workspace.ts';

/** A disk as a list: `->` and a target for a link, `dir`, `special`, `unreadable`, or how many names a file has. */
export function diskOf(entries: Readonly<Record<string, string>>): Workspace['files'] {
  return {
    look(path): Look {
      const entry = entries[path];
      if (entry === undefined) return { kind: 'missing' };
      if (entry.startsWith('->')) return { kind: 'symlink', target: entry.slice(2).trim() };
      if (entry === 'dir') return { kind: 'directory' };
      if (entry === 'special' || entry === 'unreadable') return { kind: entry };
      return { kind: 'file', links: Number.parseInt(entry, 10), isExecutable: entry.endsWith('x') };
    },
  };
}

export function workspaceOf(entries: Readonly<Record<string, string>> = {}, more: Partial<Workspace> = {}): Workspace {
  return { roots: ['/ws'], home: '/home/me', files: diskOf({ '/ws': 'dir', '/ws/src': 'dir', ...entries }), ...more };
}

export function placeOf(workspace: Workspace = workspaceOf(), depth = 0): Place {
  return { workspace, workingDirectory: workspace.roots[0]!, depth, judgeScript };
}

export function levelOfFindings(findings: readonly Finding[]): Level {
  return highest(findings.map(({ level }) => level));
}
