import { describe, expect, it } from 'vitest';
import { placeOf, workspaceOf } from '../../test/places.ts';
import { limits } from '../limits.ts';
import type { Look } from '../paths/workspace.ts';
import { judgeCommand } from './judge-command.ts';

describe('a command that nobody described, with many paths', () => {
  const outside = (count: number) => Array.from({ length: count }, (_, index) => `/etc/x${index}`);

  it('is denied for each place outside, up to as many as anybody reads [G1]', () => {
    const denied = (count: number) =>
      judgeCommand(['frob', ...outside(count)], placeOf()).findings.filter(({ level }) => level === 'DENY').length;
    expect(denied(limits.reasonsMax)).toBe(limits.reasonsMax);
    expect(denied(limits.reasonsMax + 20)).toBe(limits.reasonsMax);
  });

  it('is not looked at any further once that is so [G3]', () => {
    let looks = 0;
    const { files } = workspaceOf();
    const look = (path: string): Look => {
      looks += 1;
      return files.look(path);
    };
    const looksFor = (count: number): number => {
      looks = 0;
      judgeCommand(['frob', ...outside(count)], placeOf({ ...workspaceOf(), files: { look } }));
      return looks;
    };
    expect(looksFor(500)).toBe(looksFor(limits.reasonsMax + 1));
  });

  it('is refused with more than anybody looks up, and not with as many [G3]', () => {
    const refused = (count: number) =>
      judgeCommand(['frob', ...Array.from({ length: count }, (_, index) => `src/x${index}`)], placeOf()).findings.some(
        ({ id }) => id === 'builtin.command.too-many-paths' || id === 'builtin.command.too-long',
      );
    expect(refused(10)).toBe(false);
    expect(refused(limits.guessedPathsMax + 1)).toBe(true);
  });
});
