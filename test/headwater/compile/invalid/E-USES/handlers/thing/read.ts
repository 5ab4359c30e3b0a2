export const handle = () => null;
