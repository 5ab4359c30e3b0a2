import { listTested } from '../../support/list-engine.ts';
import { listing } from '../../support/source-repository.ts';

listing.list = listTested;
