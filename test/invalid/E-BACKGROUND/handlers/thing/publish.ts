export const handle = () => undefined;
