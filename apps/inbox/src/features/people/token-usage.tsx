import type { PrincipalKind } from '@countersign/contract';
import { addressOf } from '../../app/api.ts';
import { CodeBlock } from '../../design/code-block.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

/** Lines to paste, for whoever will use the token: the variables that our programs read, and a first thing to try. */
export function TokenUsage({
  kind,
  projectId,
  secret,
}: {
  readonly kind: PrincipalKind;
  readonly projectId: string | null;
  readonly secret: string;
}) {
  const texts = usePeopleTexts();
  const environment = [
    `export COUNTERSIGN_SERVER=${window.location.origin}`,
    `export COUNTERSIGN_TOKEN=${secret}`,
  ].join('\n');
  return (
    <>
      <div className="grid gap-1">
        <p className="text-soft">{texts.useEnvironment}</p>
        <CodeBlock text={environment} />
      </div>
      <div className="grid gap-1">
        <p className="text-soft">{{ agent: texts.useCurl, runner: texts.useStream, user: texts.useLink }[kind]}</p>
        <CodeBlock text={firstTry(kind, projectId ?? '')} />
      </div>
    </>
  );
}

function firstTry(kind: PrincipalKind, projectId: string): string {
  if (kind === 'user') return 'npx countersign link';
  const id = kind === 'agent' ? 'executeTool' : 'streamEvents';
  const path = addressOf(COUNTERSIGN_ENDPOINTS[id][1], { params: { project_id: projectId } });
  const request = [
    `curl ${kind === 'runner' ? '-N ' : ''}"$COUNTERSIGN_SERVER${path}"`,
    `-H "authorization: Bearer $COUNTERSIGN_TOKEN"`,
  ];
  if (kind === 'agent')
    request.push(
      `-H "content-type: application/json"`,
      `-d '{"tool_name":"read_file","tool_params":{"path":"README.md"}}'`,
    );
  return request.join(' \\\n  ');
}
