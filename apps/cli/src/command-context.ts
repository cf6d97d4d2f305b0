import type { Client } from '@countersign/client';
import { type Flags, type LoadedConfig, loadConfig } from '@countersign/config';
import { connect } from './connection/connect.ts';
import { findProject } from './connection/find-project.ts';
import { jsonText } from './render/json-text.ts';
import { type Style, styleFor } from './render/style.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. Nothing is read or connected before a command asks for it. */
export type CommandContext = {
  readonly terminal: Terminal;
  readonly style: Style;
  readonly isJson: boolean;
  readonly flags: Flags;
  readonly config: () => LoadedConfig;
  readonly client: () => Client;
  /** Id of the project the command is about. */
  readonly projectId: () => Promise<string>;
  /** One JSON document with --json, text otherwise. */
  readonly print: (document: unknown, text: () => string) => void;
  /** Lets go of connections. */
  readonly close: () => Promise<void>;
};

export function commandContext(terminal: Terminal, flags: Flags, isJson: boolean): CommandContext {
  let loaded: LoadedConfig | null = null;
  let client: Client | null = null;
  const context: CommandContext = {
    terminal,
    style: styleFor(terminal.hasColor && !isJson),
    isJson,
    flags,
    config() {
      loaded ??= loadConfig({ ...terminal, flags, readFile: terminal.readFile });
      return loaded;
    },
    client() {
      client ??= connect(context.config().config, terminal);
      return client;
    },
    projectId: () =>
      findProject(context.config().config.project, async () => (await context.client().projects()).projects),
    print: (document, text) => terminal.write(isJson ? `${jsonText(document)}\n` : text()),
    close: async () => client?.close(),
  };
  return context;
}
