/** A time as everybody reads it the same, wherever their phone is. */
export function timeText(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`;
}
