/** Small charts. Each has its numbers in words, too. */

interface ShareBarProps {
  readonly title: string;
  readonly part: number;
  readonly whole: number;
}

/** How much of a whole a part is. */
export function ShareBar({ title, part, whole }: ShareBarProps) {
  const share = whole === 0 ? 0 : part / whole;
  return (
    <svg
      class="share"
      role="img"
      viewBox="0 0 100 8"
      width="100"
      height="8"
      aria-label={`${title}: ${shareText(share)}`}
    >
      <rect class="whole" width="100" height="8" />
      <rect class="part" width={share === 0 ? 0 : Math.max(1, share * 100)} height="8" />
    </svg>
  );
}

/** What is not all is not 100 %. @example shareText(0.0312) // '3.1 %' */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 99 && percent < 100) return `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
  return `${percent > 0 && percent < 0.1 ? '< 0.1' : percent.toFixed(percent < 10 && percent > 0 ? 1 : 0)} %`;
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** @example amountText(1, 'stream') // '1 stream' */
export function amountText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** @example sizeText(61_440_000) // '61.4 MB' */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1_000 ** power;
  return `${power === 0 ? number : number.toPrecision(3)} ${units[power]}`;
}
