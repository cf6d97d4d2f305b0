/** What goal 13 starts: the least there is, and what the tool `bash` starts. */
export const spawnedPrograms = {
  true: ['/bin/true'],
  bash: ['/bin/bash', '--noprofile', '--norc', '-c', 'true'],
} as const;
