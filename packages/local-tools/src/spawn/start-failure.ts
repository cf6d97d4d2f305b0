/** Why a program did not start, in words for whoever asked for it. `why` is the system's code or sentence. */
export function startFailure(program: string, why: string | undefined): string {
  if (why === 'ENOENT' || why === 'No such file or directory') {
    return `"${program}" cannot be started: there is no such program in the folders of programs, or what it needs is missing.`;
  }
  if (why === 'EACCES' || why === 'Permission denied') {
    return `"${program}" cannot be started: it is not a program, or may not be run.`;
  }
  if (why === 'E2BIG' || why === 'Argument list too long') {
    return `"${program}" cannot be started: its words are too long. Write them to a file and name that.`;
  }
  return `"${program}" cannot be started (${why ?? 'unknown reason'}).`;
}
