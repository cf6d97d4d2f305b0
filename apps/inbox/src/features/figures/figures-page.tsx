export function FiguresPage() {
  return null;
}
