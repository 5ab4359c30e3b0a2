import type { EventSchema } from '#lib/http/steps/check-request.ts';

export declare const validate: EventSchema;
