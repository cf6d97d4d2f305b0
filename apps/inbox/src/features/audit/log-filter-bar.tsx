import type { EventType } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { navigate, withSearch } from '../../app/router.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Input, inputClass } from '../../design/field.tsx';
import { SearchInput } from '../../design/search-input.tsx';
import { shortId } from './entry-words.ts';
import { isLogFiltered, type LogFilter, localTimeOf, searchOfLog, timeOf } from './log-filter.ts';
import { useAuditTexts } from './use-audit-texts.ts';
import { useActorName, useKnownActors, useRecentSessions } from './use-names.ts';

const noFilter = { text: '', type: null, actor: null, session: null, subject: null, since: null, until: null } as const;

export function addressOfLog(filter: LogFilter): string {
  return withSearch('/audit', searchOfLog(filter));
}

export function LogFilterBar({ filter }: { readonly filter: LogFilter }) {
  const texts = useAuditTexts();
  const change = (changed: Partial<LogFilter>): void =>
    navigate(addressOfLog({ ...filter, ...changed }), { replace: true });
  return (
    <div className="grid gap-3 border-b border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Words text={filter.text} onChange={(text) => change({ text })} />
        {filter.subject === null ? null : (
          <span className="text-small text-soft">{texts.onlySubject(shortId(filter.subject))}</span>
        )}
        {isLogFiltered(filter) ? (
          <Button size="small" look="quiet" icon="cross" onClick={() => change(noFilter)}>
            {texts.clear}
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Labelled name={texts.type}>
          {(id) => <TypeChoice id={id} value={filter.type} onChange={(type) => change({ type })} />}
        </Labelled>
        <Labelled name={texts.actor}>
          {(id) => <ActorChoice id={id} value={filter.actor} onChange={(actor) => change({ actor })} />}
        </Labelled>
        {filter.scope === 'project' ? (
          <Labelled name={texts.session}>
            {(id) => <SessionChoice id={id} value={filter.session} onChange={(session) => change({ session })} />}
          </Labelled>
        ) : null}
        {(['since', 'until'] as const).map((end) => (
          <Labelled key={end} name={texts[end]} isWide>
            {(id) => (
              <Input
                id={id}
                type="datetime-local"
                value={localTimeOf(filter[end])}
                onChange={({ target }) => change({ [end]: timeOf(target.value) })}
              />
            )}
          </Labelled>
        ))}
      </div>
    </div>
  );
}

/** Looking through a log is work: it begins when somebody stops typing. */
const pauseMs = 350;

function Words({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const texts = useAuditTexts();
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  });
  return <SearchInput label={texts.search} value={typed} onChange={setTyped} />;
}

function Labelled({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  /** A day and a time need more room than a word. */
  readonly isWide?: boolean;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div
      className={classNames(
        'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1',
        isWide ? 'basis-57 md:grow-0' : 'basis-36',
      )}
    >
      <label htmlFor={id} className="text-small text-soft">
        {name}
      </label>
      {children(id)}
    </div>
  );
}

type ChoiceProps = {
  readonly id: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

function Choice({
  id,
  value,
  any,
  onChange,
  children,
}: ChoiceProps & { readonly any: string; readonly children: ReactNode }) {
  return (
    <select
      id={id}
      className={inputClass}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{any}</option>
      {children}
    </select>
  );
}

/** Everything of a noun, or one type of it. */
function TypeChoice(props: ChoiceProps) {
  const texts = useAuditTexts();
  const types = Object.keys(texts.events) as EventType[];
  const nouns = Map.groupBy(types, (type) => type.split('.')[0] as keyof typeof texts.nouns);
  const isKnown = props.value === null || types.some((type) => type.startsWith(props.value!));
  return (
    <Choice {...props} any={texts.any}>
      {isKnown ? null : <option value={props.value!}>{makeVisible(props.value!)}</option>}
      {[...nouns].map(([noun, ofNoun]) => (
        <optgroup key={noun} label={texts.nouns[noun]}>
          {ofNoun.length > 1 ? <option value={`${noun}.`}>{texts.allOf(texts.nouns[noun])}</option> : null}
          {ofNoun.map((type) => (
            <option key={type} value={type}>
              {texts.events[type]}
            </option>
          ))}
        </optgroup>
      ))}
    </Choice>
  );
}

function ActorChoice(props: ChoiceProps) {
  const texts = useAuditTexts();
  const known = useKnownActors();
  const nameOf = useActorName();
  const kinds = Object.keys(texts.actorGroups) as (keyof typeof texts.actorGroups)[];
  const isKnown = props.value === null || known.has(props.value) || kinds.some((kind) => kind === props.value);
  return (
    <Choice {...props} any={texts.anyone}>
      {isKnown ? null : <option value={props.value!}>{makeVisible(nameOf(props.value!))}</option>}
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {texts.actorGroups[kind]}
        </option>
      ))}
      {(['user', 'agent', 'runner'] as const).map((kind) => {
        const ofKind = [...known].filter(([actor]) => actor.startsWith(`${kind}:`));
        return ofKind.length === 0 ? null : (
          <optgroup key={kind} label={texts.actors[kind]}>
            {ofKind.map(([actor, name]) => (
              <option key={actor} value={actor}>
                {makeVisible(name)}
              </option>
            ))}
          </optgroup>
        );
      })}
    </Choice>
  );
}

function SessionChoice(props: ChoiceProps) {
  const texts = useAuditTexts();
  const { data: sessions = [] } = useRecentSessions();
  const isKnown = props.value === null || sessions.some(({ session_id }) => session_id === props.value);
  return (
    <Choice {...props} any={texts.any}>
      {isKnown ? null : <option value={props.value!}>{shortId(props.value!)}</option>}
      {sessions.map(({ session_id: id, title, agent_name }) => (
        <option key={id} value={id}>
          {makeVisible(title || agent_name)} · {shortId(id)}
        </option>
      ))}
    </Choice>
  );
}
