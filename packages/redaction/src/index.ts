export { marker, marker as redacted } from './marker.ts';
export type { RedactStream } from './redact-stream.ts';
export { createRedactor, type Redactor, redactor } from './redactor.ts';
