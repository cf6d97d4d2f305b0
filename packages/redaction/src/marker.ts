/** What stands where a secret was. */
export const marker = '***REDACTED***';
