import type { EndpointId, endpoints } from '@countersign/contract';
import type { Static, TSchema } from 'typebox';

type Declared<Id extends EndpointId> = (typeof endpoints)[Id];
type StaticOf<E, Part extends string> = E extends { readonly [K in Part]: infer S extends TSchema } ? Static<S> : never;
/** A part that is declared has to be given, unless everything in it is optional. */
type Given<Name extends string, T> = [T] extends [never]
  ? unknown
  : Record<string, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** What a call takes, typed by the endpoint's own declaration. */
export type CallInput<Id extends EndpointId> = Given<'params', StaticOf<Declared<Id>, 'params'>> &
  Given<'query', StaticOf<Declared<Id>, 'query'>> &
  Given<'headers', StaticOf<Declared<Id>, 'headers'>> &
  Given<'body', StaticOf<Declared<Id>, 'body'>>;

type ResponseOf<R> = R extends TSchema ? Static<R> : R extends null ? null : never;

/** What a call answers, whichever of its declared statuses it came with. */
export type CallOutput<Id extends EndpointId> = ResponseOf<Declared<Id>['responses'][keyof Declared<Id>['responses']]>;

export type CallOptions = { readonly signal?: AbortSignal | undefined };

/** The one generic call that every method of the client is made of. */
export type Call = <Id extends EndpointId>(
  endpointId: Id,
  input: CallInput<Id>,
  options?: CallOptions,
) => Promise<CallOutput<Id>>;
