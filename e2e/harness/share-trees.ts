import type { AttackCase } from '../../packages/policy/test/attack-cases.ts';

type Setup = NonNullable<AttackCase['setup']>;

/** Cases that can share a tree: no two of them want different things in the same place. Fewer trees are fewer runners. */
export function shareTrees(cases: readonly AttackCase[]): { readonly setup: Setup; readonly cases: AttackCase[] }[] {
  const trees: { setup: Setup[number][]; cases: AttackCase[] }[] = [];
  for (const each of cases) {
    const setup = each.setup ?? [];
    const tree = trees.find((candidate) => fits(candidate.setup, setup));
    if (!tree) {
      trees.push({ setup: [...setup], cases: [each] });
      continue;
    }
    tree.cases.push(each);
    const known = new Set(tree.setup.map((step) => JSON.stringify(step)));
    tree.setup.push(...setup.filter((step) => !known.has(JSON.stringify(step))));
  }
  return trees;
}

/** By their first names: whoever shares one wants the very same steps. */
function fits(there: Setup, wanted: Setup): boolean {
  const firstOf = (path: string): string => path.replace(/^\.\//, '').split('/')[0]!;
  const names = new Set(wanted.map(({ path }) => firstOf(path)));
  const own = there.filter(({ path }) => names.has(firstOf(path)));
  const steps = new Set(wanted.map((step) => JSON.stringify(step)));
  return own.every((step) => steps.has(JSON.stringify(step))) && (own.length === 0 || own.length === steps.size);
}
