/** Icons of one stroke, 16 units wide. They repeat what their control says, so nobody has to hear of them. */

const paths = {
  open: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  add: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  move: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
  undo: 'M4.5 6.5h5a3.25 3.25 0 0 1 0 6.5H6M7 4 4.5 6.5 7 9',
  redo: 'M11.5 6.5h-5a3.25 3.25 0 0 0 0 6.5H10M9 4l2.5 2.5L9 9',
  remove: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-1.3L13.5 13.5',
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
