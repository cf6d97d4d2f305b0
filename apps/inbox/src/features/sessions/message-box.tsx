import type { PostMessageRequest, PostMessageResponse } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { newKey } from '../../app/new-key.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { inputClass, TextArea } from '../../design/field.tsx';
import { useMachines, useModels } from './session-queries.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** A text for the agent, with the choices that a new run has. What could not be sent stays in the box. */
export function MessageBox({
  label,
  isLabelHidden = false,
  placeholder,
  hint,
  send,
  to,
  hasModel,
  hasMachine = false,
  rows,
  above,
  isHeldBack = false,
  onText,
  onSent,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  readonly hint?: string | undefined;
  /** The word on the button. */
  readonly send: string;
  readonly to: Pick<PostMessageRequest, 'session_id' | 'run_id'>;
  readonly hasModel: boolean;
  readonly hasMachine?: boolean;
  readonly rows: number;
  readonly above?: ReactNode;
  /** True where it has to be said first what the text is for. */
  readonly isHeldBack?: boolean;
  readonly onText?: (text: string) => void;
  readonly onSent?: (posted: PostMessageResponse) => void;
}) {
  const texts = useSessionsTexts();
  const { api, projectId } = useSession();
  const [text, setText] = useState('');
  const [model, setModel] = useState('');
  const [machine, setMachine] = useState('');
  const key = useRef(newKey());
  const id = useId();
  const post = useMutation({
    mutationFn: () =>
      api.call('postMessage', {
        params: { project_id: projectId },
        headers: { 'idempotency-key': key.current },
        body: {
          text,
          ...to,
          ...(hasModel && model !== '' ? { model } : {}),
          ...(hasMachine && machine !== '' ? { machine } : {}),
        },
      }),
    onSuccess: (posted) => {
      key.current = newKey();
      setText('');
      onText?.('');
      onSent?.(posted);
    },
  });
  const isReady = text.trim() !== '' && !post.isPending && !isHeldBack;
  const submit = (): void => {
    if (isReady) post.mutate();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const change = (next: string): void => {
    setText(next);
    onText?.(next);
    // Another text is another request.
    key.current = newKey();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {above}
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <TextArea
        id={id}
        rows={rows}
        value={text}
        placeholder={placeholder}
        aria-describedby={`${id}-hint`}
        spellCheck
        onKeyDown={onKeyDown}
        onChange={({ target }) => change(target.value)}
        className="max-h-[40vh]"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {hasModel ? <ModelChoice value={model} onChange={setModel} /> : null}
        {hasMachine ? <MachineChoice value={machine} onChange={setMachine} /> : null}
        <p id={`${id}-hint`} className="min-w-0 flex-1 text-small text-soft">
          {hint}
          <span className="max-md:hidden">
            {hint ? ' ' : ''}
            {texts.sendKeys}.
          </span>
        </p>
        <Button type="submit" look="primary" disabled={!isReady}>
          {send}
        </Button>
      </div>
      {post.error ? (
        <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
          {post.error.message}
        </p>
      ) : null}
    </form>
  );
}

function ModelChoice({ value, onChange }: { readonly value: string; readonly onChange: (model: string) => void }) {
  const texts = useSessionsTexts();
  const { data: models = [] } = useModels();
  const standard = models.find(({ is_default }) => is_default);
  const chosen = value === '' ? standard : models.find(({ name }) => name === value);
  return (
    <>
      <Choice label={texts.model} value={value} onChange={onChange}>
        <option value="">{texts.standardModel(standard?.name ?? '')}</option>
        {models
          .filter(({ is_default }) => !is_default)
          .map(({ name, problem }) => (
            <option key={name} value={name} disabled={problem !== null}>
              {problem === null ? name : texts.modelNotReady(name)}
            </option>
          ))}
      </Choice>
      {chosen?.problem ? <p className="basis-full text-small text-high">{chosen.problem}</p> : null}
    </>
  );
}

/** Where there is only one there is nothing to choose. */
function MachineChoice({ value, onChange }: { readonly value: string; readonly onChange: (machine: string) => void }) {
  const texts = useSessionsTexts();
  const { data: machines = [] } = useMachines();
  if (machines.length < 2) return null;
  return (
    <Choice label={texts.machine} value={value} onChange={onChange}>
      <option value="">{texts.anyMachine}</option>
      {machines.map((machine) => (
        <option key={machine} value={machine}>
          {machine}
        </option>
      ))}
    </Choice>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-small text-soft">
      {label}
      <select
        className={`${inputClass} max-w-52 truncate py-1 text-small`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
    </label>
  );
}
