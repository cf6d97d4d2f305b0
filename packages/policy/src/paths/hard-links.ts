/** Package managers and git link the files of their stores; reading those is everyday work. */
export function isSharedByCustom(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|\.git\/objects|target|\.pnpm-store|vendor)\//.test(path);
}
