/** The text of a file, whatever its encoding. */

export interface ReadText {
  readonly text: string;
  /** As a person knows it, such as `UTF-16`. */
  readonly encoding: string;
}

/** A larger file is read up to here, in bytes. */
export const maxFileBytes = 16 * 1_024 * 1_024;

const marks = [
  { bytes: [0xff, 0xfe], label: 'utf-16le', encoding: 'UTF-16 (little-endian)' },
  { bytes: [0xfe, 0xff], label: 'utf-16be', encoding: 'UTF-16 (big-endian)' },
] as const;

export async function readTextFile(file: Blob): Promise<ReadText> {
  return decodeText(
    new Uint8Array(await file.slice(0, maxFileBytes).arrayBuffer()),
    file.size > maxFileBytes,
  );
}

/** @param isCut The last character may be incomplete. */
export function decodeText(bytes: Uint8Array, isCut = false): ReadText {
  const mark = marks.find(({ bytes: begin }) => begin.every((byte, index) => bytes[index] === byte));
  if (mark) return { text: new TextDecoder(mark.label).decode(bytes), encoding: mark.encoding };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return { text: decoder.decode(bytes, { stream: isCut }), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
