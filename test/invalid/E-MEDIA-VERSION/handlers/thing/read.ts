export const handle = () => ({});
