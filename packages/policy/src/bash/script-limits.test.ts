import { describe, expect, it } from 'vitest';
import { placeOf, workspaceOf } from '../../test/places.ts';
import { limits } from '../limits.ts';
import { judgeScript } from './judge-script.ts';

/** Why a script is denied because of its size. */
function refusals(script: string, depth = 0): string[] {
  const { findings } = judgeScript(script, placeOf(workspaceOf(), depth));
  return findings.filter(({ level, id }) => level === 'DENY' && !id.endsWith('syntax')).map(({ reason }) => reason);
}

describe('each limit of a script', () => {
  it.each<[string, number, (count: number) => string, RegExp]>([
    ['characters', limits.scriptLengthMax, (count) => 'x'.repeat(count), /longer than \d+ characters/],
    ['brackets in brackets', limits.scriptNestingMax, (count) => `echo '${'('.repeat(count)}'`, /nested too deeply/],
    ['texts', limits.scriptTextsMax, (count) => `echo '${'<<'.repeat(count)}'`, /too many texts/],
    [
      'signs between commands',
      limits.scriptSeparatorsMax,
      (count) => `echo '${';'.repeat(count)}'`,
      /more than 50 commands/,
    ],
    ['commands', limits.scriptCommandsMax, (count) => 'ls\n'.repeat(count), /more than 50 commands/],
    ['redirections', limits.scriptRedirectionsMax, (count) => `ls${' 2>&1'.repeat(count)}`, /words or redirections/],
    [
      'folders',
      limits.scriptFoldersMax,
      (count) => Array.from({ length: count - 1 }, (_, index) => `cd /ws/d${index}\n`).join(''),
      /more than 8 folders/,
    ],
  ])('lets as many %s through as it says, %i, and not one more [G3]', (_, max, scriptOf, reason) => {
    expect(refusals(scriptOf(max))).toEqual([]);
    expect(refusals(scriptOf(max + 1))).toEqual([expect.stringMatching(reason)]);
  });

  it('holds for brackets that are open at the same time, not for all there are [G3]', () => {
    expect(refusals(`echo '${'()'.repeat(limits.scriptNestingMax * 2)}'`)).toEqual([]);
    expect(refusals(`echo '${')'.repeat(50)}${'('.repeat(limits.scriptNestingMax + 1)}'`)).toHaveLength(1);
  });

  it('holds for scripts in arguments of scripts [G3]', () => {
    expect(refusals('ls', limits.nestedCommandsMax)).toEqual([]);
    expect(refusals('ls', limits.nestedCommandsMax + 1)).toEqual([expect.stringContaining('nested deeper than 6')]);
  });
});
