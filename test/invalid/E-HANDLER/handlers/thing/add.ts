export const handel = () => ({});
