export { localToolDefinitions } from './definitions.ts';
