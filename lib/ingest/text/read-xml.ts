/** XML as objects. The parser checks that documents are well-formed; it reads no DTD, and nothing from elsewhere. */

import { SaxesParser } from 'saxes';
import { type DataRecord, type RecordValue, readMember, writeMember } from '../base/record.ts';

export interface XmlOptions {
  readonly forceArray: boolean;
  readonly removeNamespaces: boolean;
  readonly toLower: boolean;
}

/** A path has at most 64 parts, of which the target has some. */
const maxDepth = 50;
/** Elements and attributes: 50 ms of the 250 ms that a record may take. */
const maxNodes = 20_000;

class InvalidXml extends Error {}

interface OpenElement {
  readonly name: string;
  readonly members: DataRecord;
  text: string;
}

/**
 * The root element as a member. An element with nothing but text is this text. Attributes are members beside the elements
 * within, text beside them is `#text`, and what has the same name is a list.
 *
 * @returns a predicate that says what is wrong, for another text.
 * @example readXml('<a id="1">x<b/></a>', options) // { a: { id: '1', b: '', '#text': 'x' } }
 */
export function readXml(text: string, options: XmlOptions): DataRecord | string {
  const root: OpenElement = { name: '', members: {}, text: '' };
  try {
    parse(text.trim(), root, options);
  } catch (cause) {
    if (cause instanceof InvalidXml) return cause.message;
    throw cause;
  }
  return root.members;
}

function parse(text: string, root: OpenElement, options: XmlOptions): void {
  const parser = new SaxesParser({ position: true });
  const open = [root];
  let nodes = 0;
  const count = () => {
    if (++nodes > maxNodes) throw new InvalidXml(`has more than ${maxNodes} elements and attributes`);
  };
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('error', ({ message }) => {
    throw new InvalidXml(`is not well-formed XML: ${message.replace(/\.$/, '')}`);
  });
  parser.on('doctype', () => {
    throw new InvalidXml('has a document type declaration, which is not supported');
  });
  parser.on('attribute', count);
  parser.on('opentag', ({ name, attributes }) => {
    count();
    if (open.length > maxDepth) throw new InvalidXml(`has elements more than ${maxDepth} deep`);
    const element = { name: nameOf(name, options), members: {}, text: '' };
    for (const [attribute, value] of Object.entries(attributes))
      if (!options.removeNamespaces || !/^xmlns(?::|$)/.test(attribute))
        addMember(element.members, nameOf(attribute, options), value);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element && parent) addMember(parent.members, element.name, contentOf(element), options.forceArray);
  });
  parser.write(text).close();
}

function nameOf(name: string, { removeNamespaces, toLower }: XmlOptions): string {
  const local = removeNamespaces ? name.slice(name.indexOf(':') + 1) : name;
  return toLower ? local.toLowerCase() : local;
}

function contentOf({ members, text }: OpenElement): RecordValue {
  const trimmed = text.trim();
  if (Object.keys(members).length === 0) return trimmed;
  if (trimmed !== '') addMember(members, '#text', trimmed);
  return members;
}

/** No value is a list, so that a list holds the values of one name. */
function addMember(members: DataRecord, name: string, value: RecordValue, isList = false): void {
  const known = readMember(members, name);
  if (known === undefined) writeMember(members, name, isList ? [value] : value);
  else if (Array.isArray(known)) known.push(value);
  else writeMember(members, name, [known, value]);
}
