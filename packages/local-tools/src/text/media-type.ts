/** G2: images and documents that are given as they are, known by their content and not by their name. */
export function mediaTypeOf(start: Uint8Array): string | null {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 32)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('ftypavif', 4) || text.startsWith('ftypavis', 4)) return 'image/avif';
  if (text.startsWith('%PDF-')) return 'application/pdf';
  // Two letters alone could begin any text; the four bytes that are always zero could not.
  if (text.startsWith('BM') && text.startsWith('\0\0\0\0', 6)) return 'image/bmp';
  return null;
}
