const handle = () => undefined;

export { handle };
