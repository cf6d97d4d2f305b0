const plain = '/favicon.svg';

/** The icon of the tab, with a mark while something waits. */
export function drawFavicon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.href = count === 0 ? plain : `data:image/svg+xml,${encodeURIComponent(badge(count))}`;
}

function badge(count: number): string {
  const text = count > 99 ? '99' : String(count);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3c3a9e"/><path d="M6 19c3-8 5-8 5-4s3 4 5 0l3-7" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="21" cy="21" r="11" fill="#ad211a"/><text x="21" y="26" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${text.length > 1 ? 13 : 16}" fill="#fff">${text}</text></svg>`;
}
