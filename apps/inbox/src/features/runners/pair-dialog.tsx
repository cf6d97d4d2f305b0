import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { useNow } from '../../app/use-now.ts';
import { useOnce } from '../../app/use-once.ts';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { TimeLeft } from '../../design/time-left.tsx';
import { useRunners } from './use-runners.ts';
import { useRunnersTexts } from './use-runners-texts.ts';

type Code = { readonly code: string; readonly deadline: string };

/** A code for one more runner, the line to run there, and the news that it has come. */
export function PairDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRunnersTexts();
  const { api, projectId } = useSession();
  const make = useMutation({
    mutationFn: async (): Promise<Code> => {
      const made = await api.call('createPairingCode', { params: { project_id: projectId } });
      return { code: made.code, deadline: new Date(Date.now() + made.expires_in_seconds * 1000).toISOString() };
    },
  });
  useOnce(() => make.mutate());
  const newcomer = useNewcomer();
  const footer = (
    <Button look={newcomer?.is_present ? 'primary' : 'quiet'} onClick={onClose}>
      {newcomer?.is_present ? texts.done : texts.later}
    </Button>
  );
  return (
    <Dialog title={texts.pairTitle} footer={footer} onClose={onClose}>
      <div className="grid gap-4">
        {make.data ? <Instructions code={make.data.code} /> : null}
        {make.isPending ? <p className="text-soft">{texts.making}</p> : null}
        {make.error ? (
          <p role="alert" className="text-high">
            {texts.makingFailed} {make.error.message}
          </p>
        ) : null}
        <div>
          <p role="status" className="flex items-center gap-2 font-medium">
            {newcomer ? (
              <>
                <Icon name={newcomer.is_present ? 'check' : 'clock'} />
                {newcomer.is_present
                  ? texts.arrived(makeVisible(newcomer.name), makeVisible(newcomer.machine))
                  : texts.paired(makeVisible(newcomer.name))}
              </>
            ) : null}
          </p>
          {make.data && !newcomer ? <Waiting deadline={make.data.deadline} onNewCode={() => make.mutate()} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

/** Whoever was not there when the dialog was opened. */
function useNewcomer() {
  const { data: runners } = useRunners();
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  if (known === null && runners) setKnown(new Set(runners.map(({ runner_id }) => runner_id)));
  return known && runners?.find(({ runner_id }) => !known.has(runner_id));
}

function Instructions({ code }: { readonly code: string }) {
  const texts = useRunnersTexts();
  const { origin, hostname } = window.location;
  return (
    <>
      <div className="grid gap-2">
        <p>{texts.pairText}</p>
        <CodeBlock text={commandOf(origin, code)} />
        {isLoopback(hostname) ? <p className="text-small text-soft">{texts.loopback}</p> : null}
      </div>
      <div className="grid gap-2">
        <h3 className="caption">{texts.code}</h3>
        <CodeBlock text={code} />
        <p className="text-small text-soft">{texts.codeText}</p>
      </div>
    </>
  );
}

function Waiting({ deadline, onNewCode }: { readonly deadline: string; readonly onNewCode: () => void }) {
  const texts = useRunnersTexts();
  const isOver = useNow() >= Date.parse(deadline);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isOver ? (
        <>
          <span>{texts.over}</span>
          <Button size="small" icon="refresh" onClick={onNewCode}>
            {texts.newCode}
          </Button>
        </>
      ) : (
        <>
          <span className="flex items-center gap-2 text-soft">
            <Icon name="clock" />
            {texts.waits}
          </span>
          <TimeLeft deadline={deadline} />
        </>
      )}
    </div>
  );
}

/** In lines, so that none of its words is broken in two. */
function commandOf(server: string, code: string): string {
  return ['npx countersign runner', `--server ${server}`, '--root FOLDER', `--pair ${code}`].join(' \\\n  ');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
