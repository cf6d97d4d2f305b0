/** All a command is told of the environment: nothing of the runner's own but how to write text and which time it is. */
export function cleanEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  folders: { readonly programs: readonly string[]; readonly home: string; readonly temporary: string },
): Record<string, string> {
  const kept = Object.entries(own).filter((entry): entry is [string, string] => isHarmless(...entry));
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(kept),
    PATH: folders.programs.join(':'),
    HOME: folders.home,
    TMPDIR: folders.temporary,
    USER: userName,
    LOGNAME: userName,
    SHELL: '/bin/bash',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
  };
}

/** Whoever a command runs as is called this inside, so that it learns nothing of the person. */
export const userName = 'countersign';

const keptNames = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ)$/;
/** Names of languages and time zones. No path that leads elsewhere: a zone file is read by every program. */
const harmlessValue = /^[A-Za-z][\w.@:+-]*(?:\/[A-Za-z][\w+-]*){0,2}$/;

function isHarmless(name: string, value: string | undefined): boolean {
  return keptNames.test(name) && value !== undefined && value.length <= 64 && harmlessValue.test(value);
}
