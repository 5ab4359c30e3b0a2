import type { ClientParts } from './usual-client.ts';

/** Makes a function that reads any agent with ua-parser-js. */
export function loadAgentParser(): (text: string) => ClientParts;
