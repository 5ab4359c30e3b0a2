import { findType, preprocessorTypes, type RegisteredType } from '@headwater/ingest/catalogue';
import { ServiceError } from 'headwater/errors';
import { nearSpelling } from 'headwater/json';

/** @throws ServiceError not_found with the nearest spelling, and the known names in `types`. */
export function namedType(name: string): RegisteredType {
  const type = findType(name);
  if (type) return type;
  const types = preprocessorTypes.map((known) => known.type);
  const meant = nearSpelling(name, types);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new ServiceError('not_found', `There is no type of preprocessors with this name.${hint}`, {
    members: { ...(meant === undefined ? {} : { suggestion: meant }), types },
  });
}
