import type { ToolCall } from '@countersign/tool-call';

/**
 * Opens the sealed arguments of a call that is about to be approved or claimed. Throws what the store says where they
 * cannot be opened here: a call that could not be run must not be promised to anyone.
 */
export function requireArguments({ request }: ToolCall): void {
  void request.sealedArguments;
}
