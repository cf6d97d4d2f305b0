import type { CreateSourceRequest } from '@countersign/contract';

export const sourceChoices = ['openapi', 'http', 'mcp', 'mcp_stdio'] as const;
export const authChoices = [
  'none',
  'bearer',
  'header',
  'query',
  'http_basic',
  'client_credentials',
  'token_exchange',
  'pass_through',
] as const;

/** What the form holds, as it was typed. */
export type SourceForm = {
  readonly choice: (typeof sourceChoices)[number];
  readonly name: string;
  readonly from: 'url' | 'document';
  readonly url: string;
  readonly document: string;
  readonly baseUrl: string;
  readonly command: string;
  readonly allowsPrivate: boolean;
  readonly auth: (typeof authChoices)[number];
  readonly keyName: string;
  readonly username: string;
  readonly secret: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  readonly scopes: string;
  /** 0 for never. */
  readonly refreshSeconds: number;
  /** A JSON object of further settings, or nothing. */
  readonly more: string;
};

export const emptyForm: SourceForm = {
  choice: 'openapi',
  name: '',
  from: 'url',
  url: '',
  document: '',
  baseUrl: '',
  command: '',
  allowsPrivate: false,
  auth: 'none',
  keyName: '',
  username: '',
  secret: '',
  issuer: '',
  clientId: '',
  audience: '',
  scopes: '',
  refreshSeconds: 0,
  more: '',
};

/** The settings that the form means; null where what was typed as JSON is none. */
export function settingsOf(form: SourceForm): CreateSourceRequest | null {
  const further = parseObject(form.more);
  if (further === null) return null;
  const auth = authOf(form);
  return {
    name: form.name.trim(),
    kind: form.choice === 'mcp_stdio' ? 'mcp' : form.choice,
    ...placeOf(form),
    ...(auth ? { auth } : {}),
    ...(form.allowsPrivate ? { destinations: { allow_private: true } } : {}),
    ...(form.refreshSeconds > 0 ? { refresh_seconds: form.refreshSeconds } : {}),
    ...further,
  };
}

function placeOf(form: SourceForm): Partial<CreateSourceRequest> {
  const { choice, from, url, document, baseUrl, command } = form;
  if (choice === 'mcp_stdio') return { command: linesOf(command) };
  if (choice === 'mcp') return { url: url.trim() };
  return {
    ...(from === 'url' ? { url: url.trim() } : { document }),
    ...(baseUrl.trim() === '' ? {} : { base_url: baseUrl.trim() }),
  };
}

function authOf({ auth, keyName, username, secret, issuer, clientId, audience, scopes }: SourceForm) {
  switch (auth) {
    case 'none':
      return undefined;
    case 'pass_through':
      return { mode: auth };
    case 'bearer':
      return { mode: 'api_key', in: 'header', name: 'Authorization', prefix: 'Bearer ', secret } as const;
    case 'header':
    case 'query':
      return { mode: 'api_key', in: auth, name: keyName.trim(), secret } as const;
    case 'http_basic':
      return { mode: auth, username: username.trim(), secret };
    case 'client_credentials':
    case 'token_exchange': {
      const wanted = scopes.split(/\s+/).filter(Boolean);
      return {
        mode: auth,
        issuer: issuer.trim(),
        client_id: clientId.trim(),
        secret,
        ...(audience.trim() === '' ? {} : { audience: audience.trim() }),
        ...(wanted.length === 0 ? {} : { scopes: wanted }),
      };
    }
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
