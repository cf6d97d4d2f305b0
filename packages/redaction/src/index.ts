export { redacted, redactor } from './redactor.ts';
