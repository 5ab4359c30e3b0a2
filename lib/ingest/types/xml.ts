import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import { type Documentation, defineType, type Effect, type LateCompile } from '../base/definition.ts';
import { fieldFailure } from '../base/failure.ts';
import { textReader } from '../base/read-field.ts';

const flag = { kind: 'boolean', default: false } as const;

export const definition = defineType({
  type: 'xml',
  options: {
    field: fieldOption,
    target_field: targetAt('xml'),
    force_array: flag,
    remove_namespaces: flag,
    to_lower: flag,
    ignore_missing: ignoreMissingOption,
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'parse',
  summary:
    'Reads XML into objects: attributes and elements are members, and elements of the same name a list.',
  descriptions: {
    target_field: 'The object for the root element.',
    force_array: 'Every element is in a list, also one whose name is there once.',
    remove_namespaces: 'Leaves out the prefixes of names, and the attributes that declare them.',
    to_lower: 'Writes the names in lower case.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'invalid_xml'],
  examples: [
    {
      title: 'Attributes, a list, and text beside them',
      configuration: { field: 'm' },
      input: { m: '<order id="7"><item sku="a">Tea</item><item sku="b"/><paid>yes</paid></order>' },
      output: {
        m: '<order id="7"><item sku="a">Tea</item><item sku="b"/><paid>yes</paid></order>',
        xml: { order: { id: '7', item: [{ sku: 'a', '#text': 'Tea' }, { sku: 'b' }], paid: 'yes' } },
      },
    },
    {
      title: 'Without namespaces',
      configuration: { field: 'm', target_field: 'm', remove_namespaces: true, to_lower: true },
      input: { m: '<s:Body xmlns:s="urn:s"><s:Code>5 &lt; 6</s:Code></s:Body>' },
      output: { m: { body: { code: '5 < 6' } } },
    },
    {
      title: 'An element without its end',
      configuration: { field: 'm' },
      input: { m: '<order><item></order>' },
      failure: 'invalid_xml',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target }) => `Reads the XML in ${field.text} into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target }) => [`${target.text}.*`],
};

export const compile: LateCompile<typeof definition> = {
  load: async () => {
    const { readXml } = await import('../text/read-xml.ts');
    return (options) => {
      const { field, target_field: target } = options;
      const { force_array: forceArray, remove_namespaces: removeNamespaces, to_lower: toLower } = options;
      const readText = textReader(options);
      return (record) => {
        const text = readText(record);
        if (typeof text !== 'string') return text;
        const read = readXml(text, { forceArray, removeNamespaces, toLower });
        return typeof read === 'string'
          ? fieldFailure('invalid_xml', field, read, text)
          : target.set(record, read);
      };
    };
  },
};
