import { entityTagOf } from 'headwater/http';
import type { Handle } from '#generated/types/pipeline/remove.ts';
import { removePipeline } from '../../lib/service/pipelines/pipelines.ts';

export const handle: Handle = ({ name }, _body, context) =>
  removePipeline(context, name, (current) => context.preconditions.check(entityTagOf(current)));
