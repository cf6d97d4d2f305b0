import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { newKey } from '../../app/new-key.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { useTexts } from '../../texts/use-texts.ts';

/** Nothing has ever been asked here: what this page is for, something to try, and how an agent is connected. */
export function FirstRun() {
  const { firstRun: texts } = useTexts();
  const { api, projectId } = useSession();
  const demo = useMutation({
    mutationFn: () =>
      api.call('postMessage', {
        params: { project_id: projectId },
        headers: { 'idempotency-key': newKey() },
        body: { text: texts.demoTask, title: texts.demoTitle, model: 'demo' },
      }),
  });
  const address = `${window.location.origin}/my/projects/${projectId}/tools/execute`;
  const token = 'npx countersign token create --kind agent --name my-agent';
  const ask = [
    `curl ${address} \\`,
    `  -H "authorization: Bearer $TOKEN" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d '{"tool_name":"execute_command","tool_params":{"command":"npm","args":["test"]}}'`,
  ].join('\n');
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid max-w-3xl gap-8 px-5 py-10 md:py-14">
        <header className="grid gap-3">
          <h1 className="text-[1.75rem] leading-9 font-semibold tracking-tight">{texts.title}</h1>
          <p className="max-w-2xl text-large text-soft">{texts.intro}</p>
        </header>
        <ol className="grid gap-4">
          <Step number={1} title={texts.tryTitle}>
            <p className="text-soft">{texts.tryText}</p>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                look="primary"
                size="large"
                icon="play"
                disabled={demo.isPending || demo.isSuccess}
                onClick={() => demo.mutate()}
              >
                {demo.isSuccess ? texts.demoStarted : texts.startDemo}
              </Button>
              <span role="status" className="text-small text-soft">
                {demo.isSuccess ? texts.demoWaits : null}
              </span>
            </div>
            {demo.error ? (
              <p role="alert" className="text-high">
                {texts.demoFailed} {demo.error.message}
              </p>
            ) : null}
          </Step>
          <Step number={2} title={texts.connectTitle}>
            <p className="text-soft">{texts.connectToken}</p>
            <CodeBlock text={token} />
            <p className="text-soft">{texts.connectAsk}</p>
            <CodeBlock text={ask} />
          </Step>
          <Step number={3} title={texts.decideTitle}>
            <p className="text-soft">{texts.decideText}</p>
            <p>
              <a href="/docs" className="text-accent underline underline-offset-2">
                {texts.apiLink}
              </a>
            </p>
          </Step>
        </ol>
      </div>
    </div>
  );
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 rounded-lg border border-line bg-sheet p-4 md:p-5">
      <span
        aria-hidden="true"
        className="flex size-8 items-center justify-center rounded-full border-2 border-accent font-semibold text-accent"
      >
        {number}
      </span>
      <div className="grid gap-2.5">
        <h2 className="text-large font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}
