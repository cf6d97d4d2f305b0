import { describe, expect, it } from 'vitest';
import { levelOfFindings, placeOf } from '../../test/places.ts';
import { judgeCommand } from './judge-command.ts';
import { programName } from './program-name.ts';

describe('a program', () => {
  it.each([
    ['awk', 'awk'],
    ['gawk', 'awk'],
    ['mawk', 'awk'],
    ['nawk', 'awk'],
    ['nodejs', 'node'],
    ['node22', 'node'],
    ['python3', 'python'],
    ['python3.12', 'python'],
    ['pip3', 'pip'],
    ['gcc-12', 'gcc'],
    ['clang++-17', 'clang++'],
    ['/usr/bin/perl5.36', 'perl'],
    ['Ruby3.exe', 'ruby'],
    ['ls', 'ls'],
    ['ls2', 'ls2'],
    ['pythonista', 'pythonista'],
    ['xnode22', 'xnode22'],
  ])('%s is known by the name of %s [G3]', (given, name) => {
    expect(programName(given).name).toBe(name);
  });
});

describe('the value of a flag that takes a number', () => {
  it.each(['5', '+5', '-5', '80', '1.5', '5.', '10k', '10MiB'])('is one: %s [G3]', (value) => {
    expect(levelOfFindings(judgeCommand(['ls', '-w', value], placeOf()).findings)).toBe('LOW');
  });

  it.each(['x5', '5/x', '5 x', '5.x9', '1_0', '--5', '5kkkk', 'x', '/', ''])(
    'is none, so that it is not known: %j [G3]',
    (value) => {
      expect(levelOfFindings(judgeCommand(['ls', '-w', value], placeOf()).findings)).not.toBe('LOW');
    },
  );
});
