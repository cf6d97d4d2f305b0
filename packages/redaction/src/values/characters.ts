/** Kinds of characters by their codes: comparing numbers is what makes the walk cheap. */

export function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

export function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetterOrDigit(code: number): boolean {
  return isSmall(code) || isCapital(code) || isDigit(code);
}

/** Letters, digits, and $ - . _ */
export function isNameCharacter(code: number): boolean {
  return isLetterOrDigit(code) || code === 36 || code === 45 || code === 46 || code === 95;
}

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

export function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

/** Of either alphabet. */
export function isBase64(code: number): boolean {
  return isLetterOrDigit(code) || code === 43 || code === 47 || code === 45 || code === 95;
}
