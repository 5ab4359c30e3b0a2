/** A line that shows how far a command has come. */

const width = 30;

/**
 * @param total May be too small, or 0 when it is not known.
 * @example progressBar(50, 100) // '[###############               ] 50 of about 100 items'
 */
export function progressBar(done: number, total: number): string {
  const count = done.toLocaleString('en');
  if (total <= 0) return `${count} items`;
  const filled = Math.min(width, Math.floor((done / total) * width));
  const bar = '#'.repeat(filled).padEnd(width);
  return `[${bar}] ${count} of about ${Math.max(done, total).toLocaleString('en')} items`;
}

/** Replaces the line that it has written before. Writes nothing where nobody would see it. */
export function showProgress(stream: NodeJS.WriteStream, line: string): void {
  if (stream.isTTY) stream.write(`\r\u001b[2K${line}`);
}
