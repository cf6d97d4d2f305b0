import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';

/** What it would do as far as code can tell, and where. */
export function Effects({ approval }: { readonly approval: ApprovalView }) {
  const { approval: texts } = useTexts();
  const { effects, target, source, runs_on: runners, network } = approval;
  const hasScript = approval.display.sections.some((section) => section.kind === 'script' && section.parts.length > 0);
  return (
    <ul className="grid gap-1">
      {(hasScript ? [] : effects).map(({ kind, target: what }) => (
        <li key={`${kind} ${what}`} className="flex items-start gap-2">
          <Icon name={kind} className="mt-1 size-4 text-soft" />
          <span>
            {texts.effect[kind]} <code className="exact">{what}</code>
          </span>
        </li>
      ))}
      {network ? (
        <li className="flex items-start gap-2">
          <Icon name="network" className="mt-1 size-4 text-soft" />
          {texts.mayUseNetwork}
        </li>
      ) : null}
      <li className="flex items-start gap-2">
        <Icon name="machine" className="mt-1 size-4 text-soft" />
        <span>
          {target === 'server'
            ? source === 'builtin'
              ? texts.onServer
              : texts.byService(makeVisible(source))
            : runners.length === 0
              ? texts.noRunner
              : runners.map(({ name, machine, sandbox }) => (
                  <span key={`${name} ${machine}`} className="block">
                    {texts.runsOn(makeVisible(name), makeVisible(machine))}{' '}
                    {sandbox === 'none' ? (
                      <strong className="text-high">{texts.noSandbox}</strong>
                    ) : (
                      <span className="text-soft">{texts.inSandbox}</span>
                    )}
                  </span>
                ))}
        </span>
      </li>
    </ul>
  );
}
