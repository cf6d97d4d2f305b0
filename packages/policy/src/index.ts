export { compileArguments, type ResolvedArguments } from './arguments/compile-arguments.ts';
export { cutText } from './display/cut-text.ts';
export { displayCall, summary } from './display/display-call.ts';
export { makeVisible } from './display/make-visible.ts';
export { classOf, everythingWarning, grantCovers, grantText, grantWarning } from './grants/grant-matcher.ts';
export { type ApprovalSeconds, nameGate } from './name-gate.ts';
