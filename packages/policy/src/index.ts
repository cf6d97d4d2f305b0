export { compileArguments, type ResolvedArguments } from './compile-arguments.ts';
export { cutText } from './cut-text.ts';
export { displayCall, summary } from './display-call.ts';
export { classOf, everythingWarning, grantCovers, grantText, grantWarning } from './grant-matcher.ts';
export { makeVisible } from './make-visible.ts';
export { type ApprovalSeconds, nameGate } from './name-gate.ts';
