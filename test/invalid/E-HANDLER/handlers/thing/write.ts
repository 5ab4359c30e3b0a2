export const handle = () => 'one';
