/** Where the preprocessors differ on purpose: a row of the table in docs/service/preprocessors.md, and its cases. */

export const differences: readonly { readonly name: string; readonly ids: readonly string[] }[] = [
  {
    name: 'Mistakes in options',
    ids: [
      'date-0489',
      'date-0494',
      'date-0508',
      'date-0516',
      'date-0518',
      'rename-1323',
      'split-1542',
      'gsub-1580',
    ],
  },
  { name: 'Options and formats', ids: ['grok-0326', 'date-0402'] },
  {
    name: 'Decimal numbers',
    ids: ['convert-0611', 'convert-0668', 'convert-0906', 'join-1571'],
  },
  { name: 'NaN and infinities', ids: ['convert-0702', 'json-1146'] },
  { name: 'Large integers', ids: ['json-1144'] },
  { name: 'Metadata', ids: ['json-1193'] },
  { name: 'Names with dots', ids: ['remove-1342', 'remove-1343', 'remove-1346'] },
  { name: 'The time of the run', ids: ['set-1400'] },
  { name: 'Fractions of a second', ids: ['date-0389', 'date-0496', 'date-417649', 'date-419267'] },
  { name: 'Dates without a year', ids: ['date-0466'] },
  { name: 'Days of a year without a year', ids: ['date-419618'] },
  { name: 'Conditions', ids: ['pipeline-1829'] },
];
