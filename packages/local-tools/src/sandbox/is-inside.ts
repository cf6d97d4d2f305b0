/** Whether a path is a folder or lies in it. Both absolute, without `.` and `..`. */
export function isInside(folder: string, path: string): boolean {
  if (folder === '/') return true;
  return path === folder || path.startsWith(`${folder}/`);
}
