/**
 * - `unreachable`: no connection; nothing was answered.
 * - `failing`: it answered too late, with too much, or that it cannot now.
 * - `misbehaving`: what it answered is not what a provider may answer.
 */
type FaultKind = 'unreachable' | 'failing' | 'misbehaving';

/** Why an identity provider could not be asked. Its text holds nothing that was sent or answered. */
export class ProviderFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.name = 'ProviderFault';
    this.kind = kind;
  }

  /** Whether the same question may be answered later, with nothing set otherwise. */
  get mayPass(): boolean {
    return this.kind !== 'misbehaving';
  }
}
