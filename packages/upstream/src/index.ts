export { Breaker, type BreakerChange, type BreakerSnapshot, type Permit } from './breaker/breaker.ts';
export { type Caller, type Credentials, noCredentials } from './caller.ts';
export { type AddressRange, addressRange } from './destination/address-range.ts';
export { checkAddress, checkDestination, type DestinationRules } from './destination/check-destination.ts';
export { guardedConnector } from './destination/guarded-connector.ts';
export { type LookUp, systemLookUp } from './destination/look-up.ts';
export { type GuardedFetch, guardedFetch } from './http/guarded-fetch.ts';
export { HttpSender, type SenderOptions, type SendOptions } from './http/http-sender.ts';
export { resultOfResponse } from './http/result-of-response.ts';
export { sendWithRetries } from './http/send-with-retries.ts';
export type {
  ResponseBody,
  ResponseFile,
  Spill,
  SpilledFile,
  SpillTarget,
  UpstreamResponse,
} from './http/upstream-response.ts';
export { httpToolsSchema } from './http-tools/http-tools-schema.ts';
export { importHttpTools } from './http-tools/import-http-tools.ts';
export type { IdentityFetch } from './identity/bounded-fetch.ts';
export { IssuerRegistry } from './identity/incoming/issuer-registry.ts';
export { callerOf, type VerifiedToken } from './identity/incoming/verified-token.ts';
export { Authorizer, type Need } from './identity/outgoing/authorizer.ts';
export type { TokenReport } from './identity/outgoing/token-request.ts';
export { importDocument } from './import-thread/import-document.ts';
export { compareInventories, type KnownTool, newHosts } from './inventory/compare-inventories.ts';
export { ImportRefused } from './inventory/import-refused.ts';
export type { ImportedTool, Inventory, LeftOut } from './inventory/inventory.ts';
export type { McpCallResult } from './mcp/bound-result.ts';
export { importMcp } from './mcp/import-mcp.ts';
export { type McpCallOptions, McpConnection, type McpProgress, type McpTarget } from './mcp/mcp-connection.ts';
export { McpConnections, type McpSource } from './mcp/mcp-connections.ts';
export { importOpenApi } from './openapi/import-open-api.ts';
export type { FetchDocument } from './openapi/remote-documents.ts';
export {
  firstPoll,
  isPollOver,
  type Look,
  nextPoll,
  type PollState,
  readLook,
  statusArguments,
} from './poll/poll-job.ts';
export { type CompiledProfile, type CompileOptions, compileProfile } from './request/compile-profile.ts';
export { credentialPlaces } from './request/credential-places.ts';
export { describeRequest, type RequestDescription } from './request/describe-request.ts';
export { renderJsonlLine } from './request/render-jsonl-line.ts';
export { type RenderContext, renderRequest } from './request/render-request.ts';
export type { Header, RenderedRequest } from './request/rendered-request.ts';
export { argumentReference } from './template/argument-reference.ts';
export { parseTemplate } from './template/parse-template.ts';
export type { UpstreamClock } from './upstream-clock.ts';
export { UpstreamFailure } from './upstream-failure.ts';
