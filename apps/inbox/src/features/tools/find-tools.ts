import type { UpstreamToolView } from '@countersign/contract';

/** Those of a source, if one is named, that hold every word. Tools of runners stand first, then source by source. */
export function findTools(
  tools: readonly UpstreamToolView[],
  { text, source }: { readonly text: string; readonly source: string },
): readonly UpstreamToolView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tools
    .filter((tool) => source === '' || tool.source === source)
    .filter((tool) => {
      const known = [tool.name, tool.description, tool.method, tool.path, tool.host, ...tool.tags]
        .join('\n')
        .toLowerCase();
      return words.every((word) => known.includes(word));
    })
    .toSorted(
      (one, other) =>
        Number(other.source === 'builtin') - Number(one.source === 'builtin') ||
        one.source.localeCompare(other.source) ||
        one.name.localeCompare(other.name),
    );
}
