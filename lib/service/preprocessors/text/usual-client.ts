/**
 * The agents of the usual browsers, which say everything at fixed places. The parser of all agents tries one expression
 * after the other: the first texts of a new process take it 3 ms each, since V8 compiles every expression that is tried.
 * The tests compare both.
 */

/** What a text says, as ua-parser-js names it. */
export interface ClientParts {
  readonly browser: { readonly name: string | undefined; readonly version: string | undefined };
  readonly os: { readonly name: string | undefined; readonly version: string | undefined };
  readonly device: {
    readonly vendor: string | undefined;
    readonly model: string | undefined;
    readonly type: string | undefined;
  };
}

/** Chrome, Edge, Opera, Safari and Firefox on Windows, macOS and Linux. */
export const desktopAgent =
  /^Mozilla\/5\.0 \((?:Windows NT (?<windows>6\.[123]|10\.0)(?:; Win64; x64|; WOW64)?|Macintosh; Intel Mac OS X (?<mac>\d+(?:[._]\d+)*)|X11; (?<ubuntu>Ubuntu; )?Linux x86_64)(?:; rv:[\d.]+)?\) (?:AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:Chrome\/(?<chrome>\d[\d.]*) Safari\/[\d.]+(?: Edg\/(?<edge>\d[\d.]*)| OPR\/(?<opera>\d[\d.]*))?|Version\/(?<safari>\d[\d.]*) Safari\/[\d.]+)|Gecko\/\d+ Firefox\/(?<firefox>\d[\d.]*))$/;

/** Safari on iPhones. */
export const iphoneAgent =
  /^Mozilla\/5\.0 \(iPhone; CPU iPhone OS (?<system>\d+(?:_\d+)*) like Mac OS X\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Version\/(?<safari>\d[\d.]*) Mobile\/\d+[A-Z]\d+ Safari\/[\d.]+$/;

/** Chrome on Android, which calls every device K. */
export const androidAgent =
  /^Mozilla\/5\.0 \(Linux; Android (?<system>\d+); K\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/(?<chrome>\d[\d.]*) Mobile Safari\/[\d.]+$/;

/** Tools of which the parser knows nothing. */
export const toolAgent = /^(?:curl|Wget|python-requests|Go-http-client|okhttp)\/[\d.]+$/;

const windowsVersions: Readonly<Record<string, string>> = {
  '6.1': '7',
  '6.2': '8',
  '6.3': '8.1',
  '10.0': '10',
};
const nothing = { name: undefined, version: undefined };
const noDevice = { vendor: undefined, model: undefined, type: undefined };

type Groups = Readonly<Record<string, string | undefined>>;

/** What each expression reads. */
const readers: readonly (readonly [agent: RegExp, read: (groups: Groups) => ClientParts])[] = [
  [desktopAgent, readDesktop],
  [iphoneAgent, readIphone],
  [androidAgent, readAndroid],
  [toolAgent, () => ({ browser: nothing, os: nothing, device: noDevice })],
];

/** Undefined for an agent that is not among the usual ones. */
export function readUsualClient(text: string): ClientParts | undefined {
  for (const [agent, read] of readers) {
    const match = agent.exec(text);
    if (match) return read(match.groups ?? {});
  }
  return undefined;
}

function readDesktop(groups: Groups): ClientParts {
  const isMac = groups['mac'] !== undefined;
  return {
    browser: browserOf(groups),
    os: systemOf(groups),
    device: isMac ? { vendor: 'Apple', model: 'Macintosh', type: undefined } : noDevice,
  };
}

function browserOf({ chrome, edge, opera, safari, firefox }: Groups): ClientParts['browser'] {
  if (edge !== undefined) return { name: 'Edge', version: edge };
  if (opera !== undefined) return { name: 'Opera', version: opera };
  if (chrome !== undefined) return { name: 'Chrome', version: chrome };
  return safari === undefined ? { name: 'Firefox', version: firefox } : { name: 'Safari', version: safari };
}

function systemOf({ windows, mac, ubuntu }: Groups): ClientParts['os'] {
  if (windows !== undefined) return { name: 'Windows', version: windowsVersions[windows] };
  if (mac !== undefined) return { name: 'Mac OS', version: mac.replaceAll('_', '.') };
  return { name: ubuntu === undefined ? 'Linux' : 'Ubuntu', version: undefined };
}

function readIphone({ system, safari }: Groups): ClientParts {
  return {
    browser: { name: 'Mobile Safari', version: safari },
    os: { name: 'iOS', version: system?.replaceAll('_', '.') },
    device: { vendor: 'Apple', model: 'iPhone', type: 'mobile' },
  };
}

function readAndroid({ system, chrome }: Groups): ClientParts {
  return {
    browser: { name: 'Chrome', version: chrome },
    os: { name: 'Android', version: system },
    device: { vendor: undefined, model: 'K', type: 'mobile' },
  };
}
